"""JSON and engine values: one small module per subject, each with typed read_ and write_ functions.

Schemas are made once, refuse unknown fields and check shape only; what a play or a word means is
for the engine to say. marshmallow's untyped values end here.
"""
