"""Readers of the files that dictionaries come in; each knows one format and no language.

`hunspell`      .aff and .dic: entries with flags, expanded by their affixes
`lists`         word lists: one a line, by frequency, or with lemma and tag
`automaton`     forms with lemma and tag as an automaton
`conjugations`  XML tables of verbs and conjugation templates
"""
