"""Pictures that ship with the command line."""
