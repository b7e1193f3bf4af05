"""From the changes that rules propose to edits of source text that leave every other character as it is."""
