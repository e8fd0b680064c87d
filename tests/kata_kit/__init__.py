"""A run of one person's code under the tables. CONTRIBUTING.md has the way of a run."""
