"""Everybody's files, however they came: `python -m katas collect SOURCE...`."""
