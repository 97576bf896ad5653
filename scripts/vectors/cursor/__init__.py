"""One module for each of the files that make_cursor.py writes."""
