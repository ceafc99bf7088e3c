"""Worker processes for requests: who waits in which lane, and what runs inside."""
