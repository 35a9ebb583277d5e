"""How games become a tournament: results counted, standings, pairings and what is wrong with them.

Start at `document` (what a director's file holds), then `ledger` (what games are worth),
`standings` and `pairing` (a round: `drawing` asks `systems`, these ask `matching`). Whatever an
edition decides is a type in `provisions`; nothing here asks which federation it is. The history is
the argument: nothing is kept between two calls.
"""
