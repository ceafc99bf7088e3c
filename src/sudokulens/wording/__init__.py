"""What people read: hints, verdicts and messages as sentences, in the reader's language.

English is the language of the source: every sentence there is a message with named fields. A file `locale/<code>.po`
translates the messages, and `grammar.py` holds the few rules that templates cannot express. Start at `explain.py`.
"""
