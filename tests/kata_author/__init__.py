"""The tool for whoever adds a kata."""
