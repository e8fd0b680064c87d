"""What the rooms of the katas are written in: rows of tables, calls, boards, and mistakes."""
