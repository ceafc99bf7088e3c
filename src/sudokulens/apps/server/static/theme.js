// Light or dark: as the system wishes until the person chooses; early.js brings the choice back.

const STORE = "sudokulens.theme";

export function installTheme(box) {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const chosen = () => document.documentElement.dataset.theme ?? (system.matches ? "dark" : "light");
  const show = () => { box.checked = chosen() === "dark"; };
  box.addEventListener("change", () => {
    const theme = box.checked ? "dark" : "light";
    document.documentElement.dataset.theme = theme;
    try { localStorage.setItem(STORE, theme); } catch { /* It then lasts as long as the page. */ }
    show();
  });
  system.addEventListener("change", show);
  show();
}
