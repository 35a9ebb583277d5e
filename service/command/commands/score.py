"""`arbiter score`: what a play scores, word by word, and the board after it."""

from argparse import ArgumentParser, Namespace

from arbiter_client.answers import PlayScore
from arbiter_client.questions import ScoreOptions

from service.command.answers import exit_code
from service.command.backend import open_service
from service.command.base import Command, Exit
from service.command.boards import say_play
from service.command.options import add_board, add_rules, add_service
from service.command.output import Console, Ink, table


def arguments(parser: ArgumentParser) -> None:
    """The play, and what lies on the board before it."""
    add_rules(parser)
    add_board(parser)
    parser.add_argument("--declared", type=int, metavar="POINTS", help="the score as announced")
    add_service(parser)


def run(options: Namespace, console: Console) -> Exit:
    """Print the score; not valid if another one was declared."""
    with open_service(options, console) as service:
        score = service.score(options.rules, options.play, **_question(options))
    if options.json:
        console.say_json(score)
    else:
        say_play(options, console)
        _say(score, console)
    return exit_code(valid=score.get("agrees", True))


def _question(options: Namespace) -> ScoreOptions:
    question = ScoreOptions()
    if options.position is None:
        question["before"] = options.before
    else:
        question["position"] = options.position
    if options.declared is not None:
        question["declared"] = options.declared
    if options.uncontested:
        question["placement"] = "uncontested"
    return question


def _say(score: PlayScore, console: Console) -> None:
    rows = [[word["word"], str(word["score"])] for word in score["words"]]
    if score["bonus"]:
        rows.append([f"bonus for {score['tiles']} tiles", str(score["bonus"])])
    *lines, total = table([*rows, ["score", str(score["score"])]], right=[1])
    for line in lines:
        console.say(line)
    console.say(console.ink(total, Ink.STRONG))
    if "agrees" in score:
        agrees = "as declared" if score["agrees"] else "not as declared"
        console.say(console.ink(agrees, Ink.GOOD if score["agrees"] else Ink.BAD))


COMMAND = Command(
    "score",
    "what does this play score? never says whether a word exists",
    'arbiter score --rules figs "H8 .ASA" --before "8F MICIO" --declared 6',
    arguments,
    run,
)
