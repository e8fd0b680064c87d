"""`python -m katas play`: the two games in the browser, with the code of the katas as players."""
