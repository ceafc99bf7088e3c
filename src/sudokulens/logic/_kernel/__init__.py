"""The compiled technique finders for the classic 9×9."""
