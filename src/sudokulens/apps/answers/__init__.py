"""What the service answers, shaped once: a request as plain data in, its answer as plain data or bytes out.

No web framework and no validation library is loaded here, so that the same code answers in a worker process and in a
browser.
"""
