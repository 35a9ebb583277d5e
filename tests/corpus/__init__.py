"""Everything that ever went wrong, one small file each, and what must be true of any request."""
