"""The three files of make_cursor.py, one module each."""
