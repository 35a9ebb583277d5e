"""`arbiter settle`: the result of a finished game, each adjustment with its article."""

from argparse import ArgumentParser, Namespace

from arbiter_client.questions import Finish

from service.command.answers import NAMELESS, say_result
from service.command.backend import open_service
from service.command.base import Command, Exit
from service.command.options import add_rules, add_service
from service.command.output import Console
from service.engine.settlement import Ending

OVERTIME = (
    "seconds used beyond the base time (FIGS: of the supplementary time, from the opponent's call)"
)


def arguments(parser: ArgumentParser) -> None:
    """The game at its end; player 0 is the first of the two."""
    add_rules(parser)
    parser.add_argument("--scores", type=int, nargs=2, required=True, metavar=("A", "B"))
    parser.add_argument(
        "--racks",
        nargs=2,
        required=True,
        metavar=("A", "B"),
        help='tiles left, ? for a blank, "" for none',
    )
    parser.add_argument("--ended-by", choices=[ending.value for ending in Ending], required=True)
    parser.add_argument(
        "--player",
        type=int,
        nargs="+",
        choices=(0, 1),
        help="who went out, overran, gave up or did not come",
    )
    parser.add_argument("--overtime", type=int, nargs=2, metavar=("A", "B"), help=OVERTIME)
    parser.add_argument(
        "--remaining", type=int, nargs=2, metavar=("A", "B"), help="seconds left on the clocks"
    )
    parser.add_argument(
        "--called",
        action="store_true",
        help="the opponent pointed out that all the time is used up (FIGS: a loss needs it)",
    )
    parser.add_argument("--excused", action="store_true", help="the absence was excused")
    add_service(parser)


def run(options: Namespace, console: Console) -> Exit:
    """Print the final scores, the winner and how they came about."""
    with open_service(options, console) as service:
        result = service.settle(options.rules, **_question(options))
    if options.json:
        console.say_json(result)
        return Exit.VALID
    say_result(result, NAMELESS, console)
    return Exit.VALID


def _question(options: Namespace) -> Finish:
    finish = Finish(scores=options.scores, racks=options.racks, ended_by=options.ended_by)
    if options.player is not None:
        finish["player"] = options.player[0] if len(options.player) == 1 else options.player
    if options.overtime is not None:
        finish["overtime_seconds"] = options.overtime
    if options.remaining is not None:
        finish["remaining_seconds"] = options.remaining
    if options.called:
        finish["called"] = True
    if options.excused:
        finish["excused"] = True
    return finish


COMMAND = Command(
    "settle",
    "the result of a finished game, each adjustment with its article",
    'arbiter settle --rules frs --scores 380 350 --racks "" "RA?" --ended-by out --player 0',
    arguments,
    run,
)
