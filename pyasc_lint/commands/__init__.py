"""What the command line does: its options, and each thing that they ask for."""
