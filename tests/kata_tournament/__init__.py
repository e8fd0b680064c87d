"""`python -m katas tournament`: everybody's player against everybody's."""
