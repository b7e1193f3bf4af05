"""Rules ASC6xx."""
