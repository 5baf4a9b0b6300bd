/** The sidebar shows where one is, on a low screen too, and collapses; the blocking theme script restores the choice. */

export function startSidebar(): void {
  showCurrent();
  const button = document.querySelector<HTMLElement>("[data-sidebar-toggle]");
  if (!button) return;
  const root = document.documentElement;
  const show = (state: string) => {
    root.dataset.sidebar = state;
    button.ariaExpanded = String(state === "expanded");
  };
  show(root.dataset.sidebar ?? "expanded");
  button.addEventListener("click", () => {
    const next = root.dataset.sidebar === "collapsed" ? "expanded" : "collapsed";
    show(next);
    localStorage.setItem("sidebar", next);
  });
}

/** `scrollIntoView` would also move the place that the first Tab of a page goes on from. */
function showCurrent(): void {
  const list = document.querySelector(".rail-scroll");
  const link = list?.querySelector("[aria-current]");
  if (!list || !link) return;
  list.scrollTop += Math.max(0, link.getBoundingClientRect().bottom - list.getBoundingClientRect().bottom);
}
