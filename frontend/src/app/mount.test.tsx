import { useQuery } from "@tanstack/react-query";
import { act, screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { describe, expect, it, vi } from "vitest";
import { pathQuery } from "@/api/client";
import { mount } from "@/app/mount";
import { FirstHint } from "@/ui/first-hint";
import { server } from "../../test/server";

function island(name: string, props: string): HTMLElement {
  document.body.insertAdjacentHTML(
    "beforeend",
    `<script type="application/json" id="${name}-props">${props}</script>
     <div data-island="${name}" data-props="${name}-props">esqueleto</div>`,
  );
  return document.querySelector(`[data-island=${name}]`) as HTMLElement;
}

describe("mount", () => {
  it("replaces the skeleton by the screen, its props read from the block", () => {
    const container = island("greeting", '{"name": "Ana"}');
    act(() => mount<{ name: string }>("greeting", ({ name }) => <p>Olá, {name}</p>));
    expect(container.textContent).toBe("Olá, Ana");
  });

  it("mounts once however often it is called", () => {
    island("once", "{}");
    const Screen = vi.fn(() => <p>uma vez</p>);
    act(() => mount("once", Screen));
    const renders = Screen.mock.calls.length;
    act(() => mount("once", Screen));
    expect(Screen.mock.calls.length).toBe(renders);
  });

  it("a missing container is silence", () => {
    expect(() => mount("absent", () => null)).not.toThrow();
  });

  it("broken props are a loud error", () => {
    document.body.innerHTML = '<div data-island="lost" data-props="nowhere"></div>';
    expect(() => mount("lost", () => null)).toThrow('island "lost" has no props block "nowhere"');
  });

  it("seeds queries, so that no request is made", () => {
    island("seeded", '{"queries": {"/api/marketplace/sync": [{"service": "gameboost"}]}}');
    act(() =>
      mount("seeded", () => {
        const { data } = useQuery(pathQuery("/api/marketplace/sync"));
        return <p>{data?.[0]?.service}</p>;
      }),
    );
    expect(screen.getByText("gameboost")).toBeInTheDocument();
  });

  it("hands the page's hint to wherever the screen has its place", () => {
    island("hinted", '{"hint": {"cookie": "hint-7-hinted", "text": "Comece por aqui."}}');
    const Screen = vi.fn((_props: object) => <FirstHint />);
    act(() => mount("hinted", Screen));
    expect(screen.getByRole("note")).toHaveTextContent("Comece por aqui.");
    expect(Screen.mock.lastCall?.[0]).toEqual({});
  });

  it("a fault of the screen shows its text and another try", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    island("faulty", "{}");
    let broken = true;
    act(() =>
      mount("faulty", () => {
        if (broken) throw new Error("sem dados");
        return <p>recuperado</p>;
      }),
    );
    expect(screen.getByRole("note")).toHaveTextContent("sem dados");
    broken = false;
    act(() => screen.getByRole("button", { name: "Tentar novamente" }).click());
    expect(screen.getByText("recuperado")).toBeInTheDocument();
  });

  it("fetches what the page did not seed", async () => {
    server.use(http.get("/api/payment-schedule", () => HttpResponse.json({ id: 1 })));
    island("fetching", "{}");
    act(() =>
      mount("fetching", () => {
        const { data } = useQuery(pathQuery("/api/payment-schedule"));
        return <p>{data ? `nº ${data.id}` : "..."}</p>;
      }),
    );
    expect(await screen.findByText("nº 1")).toBeInTheDocument();
  });
});
