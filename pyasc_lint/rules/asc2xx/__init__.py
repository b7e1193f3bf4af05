"""Rules ASC2xx."""
