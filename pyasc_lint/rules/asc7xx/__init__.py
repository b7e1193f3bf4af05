"""Rules ASC7xx."""
