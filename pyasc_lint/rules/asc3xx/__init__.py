"""Rules ASC3xx."""
