"""A recorded game: what was written down, counted again event by event."""
