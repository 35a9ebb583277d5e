"""How good the lexicons are: measured in a checkout, and in no wheel.

play     games over a lexicon, by a player who sees everything
  ↓
report   what a list that is not ours says of the words that were played, and of each rule
"""
