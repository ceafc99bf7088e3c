"""The service and the batch jobs: load, abuse, odd files, memory, scale, the page's Lighthouse scores."""
