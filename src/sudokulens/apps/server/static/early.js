// Before the first paint: the chosen theme, and whether a puzzle waits, so that neither colours nor screens flash. Not a module,
// because modules run after the first paint.
try {
  const theme = localStorage.getItem("sudokulens.theme");
  if (theme) document.documentElement.dataset.theme = theme;
  if (localStorage.getItem("sudokulens.current") || location.hash.length > 1) document.documentElement.dataset.returning = "";
} catch { /* Without storage everybody is new. */ }
