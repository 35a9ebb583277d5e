"""A server for one hall: `arbiter box`, its tables, keys and the sheet it prints."""
