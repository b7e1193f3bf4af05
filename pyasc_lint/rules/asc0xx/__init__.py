"""Rules ASC0xx."""
