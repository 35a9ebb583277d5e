"""The site: every guide, and the pages that are made from the data."""
