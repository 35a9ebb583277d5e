"""A hall from one seed: tables, desk, director and box, with a clock and a network of its own."""
