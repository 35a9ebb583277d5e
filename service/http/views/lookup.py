"""What the service goes by, for those who want to check it: rules and lexicons."""

from flask import Blueprint, Response

from service.http.bodies import answer
from service.http.editions import find_rules, loaded_editions
from service.http.lexicons import find_lexicon, loaded_lexicons
from service.schemas.rules import write_edition, write_lexicons, write_rules

lookup = Blueprint("lookup", __name__, url_prefix="/v1")


@lookup.get("/rules")
def list_rules() -> Response:
    """List the editions."""
    editions = loaded_editions()
    return answer(write_rules(editions.listed, editions.named))


@lookup.get("/rules/<rules>")
def show_rules(rules: str) -> Response:
    """Show one edition."""
    edition = find_rules(rules)
    return answer(write_edition(edition, find_lexicon(edition).about()))


@lookup.get("/lexicons")
def list_lexicons() -> Response:
    """List the lexicons in use."""
    by_id = {lexicon.id: lexicon.about() for lexicon in loaded_lexicons().values()}
    return answer(write_lexicons(by_id.values()))
