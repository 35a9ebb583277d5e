"""Turns dictionaries into the lexicons that the service judges with. Start reading here.

    recipe      lexicons/<id>.toml: sources, rules, reviewed lists          recipe.py
      ↓
    sources     installed files, version and SHA-256 checked                sources.py
      ↓
    forms       what each source says, and the rule that admits it          methods.py, readers/,
      ↓                                           italian/, catalan.py, romanian/
    admissible  reviewed short words override the sources, 2 to 15 tiles    words.py
      ↓
    keys        one character a tile, by the alphabet of the rule book      words.py
      ↓
    trie        <id>.marisa and its manifest <id>.json                      trie.py, manifest.py
      ↓
    report      figures, examples of the regulations, what changed          report.py

`building.py` runs the steps. A form is in because a rule of the recipe admits it (`Form.rule`), and
`python -m build_lexicon why` says which (`explaining.py`). Nothing of this runs in the service.
"""
