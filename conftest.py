"""Makes `pytest katas/<kata>` run the shared tests against your code.

The work is done in `tests/kata_kit`; see CONTRIBUTING.md for the way of a run.
"""

pytest_plugins = ("kata_kit.plugin",)
