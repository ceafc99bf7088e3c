"""What people run: command line, server, apps."""
