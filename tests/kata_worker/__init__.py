"""The process that holds the code under test. It imports nothing of the harness."""
