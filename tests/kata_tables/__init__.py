"""What tables are made of: rows of text, calls with their arguments, and boards that are drawn."""
