"""A review on a page: the same questions as in the terminal, for who prefers to press buttons.

The page is for the person at this machine (loopback.py).
"""

from http import HTTPStatus

from flask import Flask, redirect, render_template_string, request
from werkzeug import Response

from build_lexicon.errors import BuildError
from build_lexicon.reviewing import Interview
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
li label { display: block; padding: .3rem 0; }
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
<ul>{% for word in words %}
<li><label><input type="checkbox" name="word" value="{{ word }}"> {{ word }}</label>{% endfor %}
</ul>
<p><button class="primary" name="key" value="y">{{ t("review.in") }}</button>
<button class="primary" name="key" value="n">{{ t("review.out") }}</button>
<button name="key" value="e">{{ t("review.except") }}</button>
<button name="key" value="u">{{ t("review.unknown") }}</button>
{% else %}
<p>{{ t("review.done") }}
{% endif %}
<button name="key" value="b">{{ t("review.back") }}</button></p>
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
                evening.take(" ".join([key, *(ticked if key == "e" else ())]))
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
