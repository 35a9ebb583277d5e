"""`arbiter judge`: a challenged play, its verdict and what that costs whom."""

from argparse import ArgumentParser, Namespace

from arbiter_client.answers import Judgement
from arbiter_client.questions import JudgeOptions

from service.command.answers import exit_code, say_verdict
from service.command.backend import open_service
from service.command.base import Command, CommandError, Exit
from service.command.options import add_board, add_rules, add_service
from service.command.output import Console, table


def arguments(parser: ArgumentParser) -> None:
    """The play, the contested words, and what a penalty may depend on."""
    add_rules(parser)
    add_board(parser)
    parser.add_argument(
        "--contested", metavar="WORD", nargs="+", default=[], help="the words in doubt"
    )
    parser.add_argument("--variant", help="the penalty variant in force: a to g, senior, youth")
    parser.add_argument(
        "--prior-unfounded",
        type=int,
        metavar="N",
        help="unfounded challenges of this player before this one",
    )
    parser.add_argument("--retracted", action="store_true", help="the challenge was taken back")
    add_service(parser)


def run(options: Namespace, console: Console) -> Exit:
    """Print the verdict and its consequences."""
    if not options.contested and not options.retracted:
        raise CommandError("which words are in doubt? --contested WORD …, or --retracted")
    with open_service(options, console) as service:
        judgement = service.judge(options.rules, options.play, **_question(options))
        edition = service.edition(options.rules)
    if options.json:
        console.say_json(judgement)
        return exit_code(valid=judgement["valid"])
    code = say_verdict(edition, console, valid=judgement["valid"])
    for line in table(_rows(judgement)):
        console.say(line)
    return code


def _question(options: Namespace) -> JudgeOptions:
    question = JudgeOptions(contested=options.contested)
    if options.position is None:
        question["before"] = options.before
    else:
        question["position"] = options.position
    if options.uncontested:
        question["placement"] = "uncontested"
    if options.variant is not None:
        question["variant"] = options.variant
    if options.prior_unfounded is not None:
        question["prior_unfounded"] = options.prior_unfounded
    if options.retracted:
        question["retracted"] = True
    return question


def _rows(judgement: Judgement) -> list[list[str]]:
    mover, challenger = judgement["mover"], judgement["challenger"]
    play = "is withdrawn" if judgement["withdrawn"] else f"stands, {judgement['score']} points"
    paid = [f"{challenger['points']:+d} points", f"turn {challenger['turn']}"]
    if challenger["seconds"]:
        paid.append(f"{challenger['seconds']} seconds off the clock")
    return [
        ["play", play],
        ["mover", f"{mover['points']:+d} points, turn {mover['turn']}"],
        ["challenger", ", ".join(paid)],
    ]


COMMAND = Command(
    "judge",
    "a challenged play: the verdict, the points and the turns that follow from it",
    'arbiter judge --rules frs "8H CASA" --contested CASA --variant senior',
    arguments,
    run,
)
