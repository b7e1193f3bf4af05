"""Rules ASC1xx."""
