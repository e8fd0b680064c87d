"""The process that holds the code under test. It imports nothing of the harness."""

# What can be counted of a call: `counting.COUNTERS` says how.
COUNTED = ("calls", "lines", "steps", "memory", "trace")
MOST_PRINTED = 20_000  # characters, for one request; more is dropped
