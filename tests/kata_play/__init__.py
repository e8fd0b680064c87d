"""`python -m katas play`: two games in the browser, with code of katas as players."""
