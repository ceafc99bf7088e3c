"""`python -m sudokulens` is the command `sudokulens`."""

from sudokulens.apps.cli.main import main

if __name__ == "__main__":
    main()
