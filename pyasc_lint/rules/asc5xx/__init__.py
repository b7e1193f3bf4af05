"""Rules ASC5xx."""
