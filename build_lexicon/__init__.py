"""Turns dictionaries into the lexicons that the service judges with. Start reading here.

    recipe      lexicons/<id>.toml: sources, rules, reviewed lists          recipe.py
      ↓
    sources     installed files, version and SHA-256 checked                sources.py
      ↓
    forms       what each source says, and the rule that admits it          methods.py, readers/,
      ↓                                           italian/, catalan.py, romanian/
    admissible  reviewed short words override the sources                   words.py
      ↓
    keys        one character a tile, by the alphabet of the rule book      words.py
      ↓
    trie        <id>.marisa and its manifest <id>.json                      trie.py, manifest.py
      ↓
    report      figures, examples of the regulations, what changed          report.py, yardstick.py
                and what a player meets, by games over the list             play/

`building.py` runs the steps. A form is in because a rule of the recipe admits it (`Form.rule`), and
`python -m build_lexicon why` says which (`index.py`, `explaining.py`). Nothing of this runs in the
service.

A list that somebody else made goes another way: `published.py` gets it, `importing.py` reads it,
`adopting.py` looks it over and makes a lexicon of it.
"""
