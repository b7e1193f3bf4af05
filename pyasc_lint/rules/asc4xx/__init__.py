"""Rules ASC4xx."""
