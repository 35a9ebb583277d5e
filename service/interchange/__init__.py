"""Tournaments in other programs' files: read into a document, written from one.

Start at files.py, which knows the formats. Nothing here opens a file or asks anything: bytes in, a
document and remarks out. What a file says and a document cannot hold is remarked, never dropped in
silence; so is what a document says and a file cannot hold.
"""
