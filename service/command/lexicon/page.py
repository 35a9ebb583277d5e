"""Pages of a lexicon: a review, with the questions of the terminal, and a sheet of short words.

A review on a page is for the person at this machine (loopback.py). The sheet has all words of two
and three tiles on one A4 page, for every table (FIGS 75-minute art. 24).
"""

from html import escape
from http import HTTPStatus
from itertools import groupby

from flask import Flask, redirect, render_template_string, request
from werkzeug import Response

from build_lexicon.errors import BuildError
from build_lexicon.library import Built
from build_lexicon.reviewing import Interview
from build_lexicon.words import SHORT
from service.command import loopback
from service.command.base import CommandError
from service.command.output import Console
from service.texts import PACKAGED, Texts

SAID = {"in": "review.in", "out": "review.out", "unknown": "review.unknown"}
PAGE = """<!doctype html>
<html lang="{{ t.language }}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{{ t("review.title") }}</title>
<link rel="stylesheet" href="/web/css/base.css">
<style>
main { max-width: 44rem; margin: 0 auto; padding: 1rem; }
ul { list-style: none; padding: 0; columns: 11rem; }
li label { display: flex; align-items: center; margin: 0; padding: .3rem 0; }
form > p { display: flex; flex-wrap: wrap; gap: .6rem; }
</style>
<main>
<h1>{{ t("review.title") }}</h1>
<p>{{ t("review.progress", count=it.at, share="%.1f" % it.worth) }}</p>
{% if fault %}<p role="alert">{{ t("review.tick") }}</p>{% endif %}
<form method="post">
{% if it.question %}
<h2>{{ it.question.family }}</h2>
<p>{{ t("review.stands" if it.question.stands else "review.falls") }}</p>
{% for answer in it.others() %}
<p>{{ answer.name }}: {{ said[answer.verdict] }}. {{ answer.why }}</p>
{% endfor %}
<p><button class="primary" name="key" value="y">{{ t("review.in") }}</button>
<button class="primary" name="key" value="n">{{ t("review.out") }}</button>
<button name="key" value="e">{{ t("review.except") }}</button>
<button name="key" value="o">{{ t("review.only") }}</button>
<button name="key" value="u">{{ t("review.unknown") }}</button>
{% else %}
<p>{{ t("review.done") }}
{% endif %}
<button name="key" value="b">{{ t("review.back") }}</button></p>
<ul>{% for word in words %}
<li><label><input type="checkbox" name="word" value="{{ word }}"> {{ word }}</label>{% endfor %}
</ul>
<input type="hidden" name="at" value="{{ it.at }}">
</form>
<p>{{ t("review.kept", file=it.path) }}</p>
</main>
</html>
"""


def create_page(evening: Interview, texts: Texts) -> Flask:
    """The page, as an application of its own."""
    page = loopback.application(static_folder=PACKAGED.parent, static_url_path="/web")

    @page.get("/")
    def show(fault: str = "") -> str:
        words = evening.question.words if evening.question else []
        return render_template_string(
            PAGE,
            t=texts,
            it=evening,
            words=sorted(words, key=lambda word: (len(word), word)),
            said={verdict: texts(name) for verdict, name in SAID.items()},
            fault=fault,
        )

    @page.post("/")
    def take() -> Response | tuple[str, int]:
        key, ticked = request.form.get("key", ""), request.form.getlist("word")
        # A second press, or a page that was left open, must not answer another question.
        if request.form.get("at") == str(evening.at):
            try:
                evening.take(" ".join([key, *(ticked if key in ("e", "o") else ())]))
            except BuildError as fault:
                return show(str(fault)), HTTPStatus.UNPROCESSABLE_ENTITY
        return redirect("/", HTTPStatus.SEE_OTHER)

    return page


def serve(evening: Interview, port: int, texts: Texts, console: Console) -> None:
    """Ask on the page until somebody ends it."""
    try:
        server = loopback.server(create_page(evening, texts), port)
    except (OSError, SystemExit):
        raise CommandError(f"port {port} is taken: say --page with another one") from None
    console.say(f"http://{loopback.HOST}:{port}/  (Ctrl-C ends it; every answer is kept at once)")
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        server.server_close()


STYLE = """
@page { size: A4 portrait; margin: 9mm; }
* { box-sizing: border-box; }
body { margin: 0; font: 7.5pt/1.22 "Liberation Sans", Arial, sans-serif; color: #000; }
h1 { margin: 0 0 1mm; font-size: 11pt; }
h2 { margin: 1.5mm 0 1mm; font-size: 9pt; border-bottom: .3mm solid #000; }
p { margin: 0; }
.words { columns: 15; column-gap: 2mm; }
.words b { display: block; break-after: avoid; }
.words span { display: block; font-family: "Liberation Mono", "Courier New", monospace; }
@media screen { body { max-width: 192mm; margin: 9mm auto; } }
"""


def sheet(built: Built, texts: Texts) -> str:
    """An HTML page that prints on one side of A4."""
    by_length = {
        length: sorted(built.kit.spell(key) for key in built.trie if len(key) == length)
        for length in range(2, SHORT + 1)
    }
    parts = [
        f"<h2>{texts('lexicon.short', tiles=length, count=len(words))}</h2>\n"
        f"<div class=words>\n{_columns(words)}</div>"
        for length, words in by_length.items()
    ]
    language, title = escape(str(built.manifest["language"])), escape(built.title)
    return (
        f"<!DOCTYPE html>\n<html lang={language}>\n<meta charset=utf-8>\n"
        f"<title>{title}</title>\n<style>{STYLE}</style>\n<h1>{title}</h1>\n"
        f"<p>SHA-256 {escape(str(built.manifest['sha256']))}</p>\n"
        + "\n".join(parts)
        + "\n</html>\n"
    )


def _columns(words: list[str]) -> str:
    return "".join(
        f"<b>{escape(initial)}</b>\n" + "".join(f"<span>{escape(word)}</span>\n" for word in group)
        for initial, group in groupby(words, key=lambda word: word[0])
    )
