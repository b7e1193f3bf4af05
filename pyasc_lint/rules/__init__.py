"""Rules, one file each, in folders by hundred."""
