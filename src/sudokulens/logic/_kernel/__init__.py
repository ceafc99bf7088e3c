"""The compiled technique finders, for boards of up to 16×16, and the rating procedure, for the classic 9×9."""
