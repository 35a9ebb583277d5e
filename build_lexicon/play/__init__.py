"""What a player meets: games played over a lexicon, to weigh every word by how often it is played.

graph      the words as a graph of letters
lines      the board as a mover sees it
moves      every play that a rack allows, and what it scores
games      whole games between two players who see everything
weighing   the figures: how many plays rest on which words, and how sure we are of these
"""
