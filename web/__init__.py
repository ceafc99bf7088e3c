"""The browser edition: what the page needs to run the package without a server, and how it is built."""
