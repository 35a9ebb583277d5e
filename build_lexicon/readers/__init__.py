"""Readers of the files that dictionaries come in; each knows one format and no language.

`affixes`       .aff and .dic: entries with flags, and what flags do
`hunspell`      entries expanded by their affixes
`tagged`        lists of (form, lemma, tag), as JSON or front-coded
`automaton`     the same as an automaton
`conjugations`  XML tables of verbs and conjugation templates
`plain`         word lists: one a line, or by frequency
"""
