"""The known traps of pyasc that ASC701 reports: a module each, named by the id."""
