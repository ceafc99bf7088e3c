"""From package registries to a static folder: one module for each part of the browser edition."""
