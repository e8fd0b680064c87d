"""`python -m katas site`: the katas as pages, with the same pytest in the browser."""
