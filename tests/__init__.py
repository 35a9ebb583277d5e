"""Positions, cases and games as data, and what runs them. A test's name is its rule.

    positions/ cases/ games/ words/ english/    data, each row with the rule it is about (data.py)
    engine/ replay/ rulebook/ build_lexicon/    the rules, the games, the lexicons
    http/ web/ command/ client/ docs/           what callers, players, arbiters and readers see
    deploy/ bench/                              faults, files and figures of operation

test_architecture.py knows who may import whom; support/ starts real servers and makes lexicons of a
few words, for `bench` and `chaos` too.
"""
