"""Turns dictionaries into the lexicons that the service judges with. Start reading here.

    recipe      lexicons/<id>.toml: sources, rules, reviewed lists; the files   recipe.py
      ↓         of installed packages, version and SHA-256 checked
    forms       what each source says, and the rule that admits it              methods.py,
      ↓                                       readers/, italian/, catalan.py, romanian.py
    keys        reviewed lists override the sources; one character a tile,      words.py
      ↓         by the alphabet of the rule book
    lexicon     <id>.marisa and its manifest <id>.json                          library.py

`building.py` runs the steps. A form is in because a rule of the recipe admits it (`Form.rule`), and
`python -m build_lexicon why` says which (`explaining.py`). How good the result is, is measured in
`laboratory/`. Nothing of this runs in the service.

A list that somebody else made goes another way: `published.py` gets it, `importing.py` reads it,
`adopting.py` looks it over and makes a lexicon of it.
"""
