"""What users and machines read: findings, summaries, memory maps, and what is known about rules and chips."""
