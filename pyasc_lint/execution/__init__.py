"""How a run is carried out: what is known already, in how many processes, within which limits."""
