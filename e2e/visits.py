"""Every page and who sees it, what a visit may cost (frontend/budgets.json), and what the browser itself tells of one."""

import json

from e2e.installation import ROOT

BUDGETS = json.loads((ROOT / "frontend/budgets.json").read_text())
CREATORS = ("/fortnite-bulk", "/valorant-bulk", "/roblox-bulk", "/war-thunder-bulk", "/upload")
EMPLOYEES, ADMINS = frozenset({"employee"}), frozenset({"admin"})
EVERYONE = EMPLOYEES | ADMINS
# Every page and who may see it; a part of the address that is not fixed is 1 there.
PAGES = {
    "/": EVERYONE,
    "/tasks": EVERYONE,
    "/ganhos": EVERYONE,
    "/loyalty-points": EMPLOYEES,
    "/profile": EVERYONE,
    "/privacidade": EVERYONE,
    "/novidades": EVERYONE,
    **dict.fromkeys(CREATORS, EVERYONE),
    "/criar/1": EVERYONE,
    "/runs": EVERYONE,
    "/runs/1": EVERYONE,
    "/contas": EVERYONE,
    "/pedidos": EVERYONE,
    "/game-selection": EVERYONE,
    "/admin-panel": ADMINS,
    "/resultados": ADMINS,
    "/admin-loyalty-points": ADMINS,
    "/gerenciar-apis": ADMINS,
    "/settings": ADMINS,
    "/integrations": ADMINS,
    "/gameboost": ADMINS,
    "/lztmarket": ADMINS,
    "/employee-analytics": ADMINS,
    "/saude": ADMINS,
}
# A run, or a game, is opened by the tests that make one; what an admin sees as everybody does, as an employee alone.
AS_EMPLOYEE = {"/tasks", "/game-selection", *CREATORS}
EMPLOYEE_PAGES = tuple(path for path, roles in PAGES.items() if "employee" in roles and "/1" not in path)
ADMIN_PAGES = tuple(
    path for path, roles in PAGES.items() if "admin" in roles and "/1" not in path and path not in AS_EMPLOYEE
)
# Tabs of a page that open with an address of their own.
PANEL_TABS = tuple(f"/admin-panel?tab={tab}" for tab in ("tarefas", "ganhos", "pagamentos", "funcionarios"))
PROFILE_TABS = tuple(f"/profile?tab={tab}" for tab in ("upload", "api", "avisos", "atividade"))
ADMIN_TABS = (
    *PANEL_TABS,
    *PROFILE_TABS,
    *(f"/employee-analytics?aba={tab}" for tab in ("paginas", "performance", "heatmaps")),
    *(f"/integrations?aba={tab}" for tab in ("mudancas", "modelos")),
    *(f"/lztmarket?aba={tab}" for tab in ("meus", "compras")),
    "/gerenciar-apis?api=lztmarket",
    "/resultados?by=account",
)

# Before a page's own scripts: its largest paint so far and what that was, how far it moved by itself, for how many
# milliseconds it could not have answered, and its interactions.
OBSERVE = """
window.visit = { paint: 0, largest: null, shift: 0, moved: [], blocked: 0, interactions: new Map() };
const observe = (type, use, more) =>
  new PerformanceObserver((list) => list.getEntries().forEach(use)).observe({ type, buffered: true, ...more });
observe("largest-contentful-paint", ({ startTime, element }) => { Object.assign(visit, { paint: startTime, largest: element }); });
observe("layout-shift", ({ value, hadRecentInput, sources }) => {
  if (hadRecentInput) return;
  visit.shift += value;
  visit.moved.push(...sources.map(({ node }) => `${node?.nodeName}.${node?.className}`));
});
observe("longtask", ({ duration }) => { visit.blocked += duration - 50; });
observe("event", ({ interactionId, duration }) => {
  if (interactionId) visit.interactions.set(interactionId, Math.max(duration, visit.interactions.get(interactionId) ?? 0));
}, { durationThreshold: 16 });
"""


def budget_kind(path: str) -> str:
    """The kind of page in the tables of budgets.json."""
    return "creator" if path in CREATORS else "page"
