import { keepPreviousData, QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, it, vi } from "vitest";
import type { Page } from "@/api/client";
import { EmptyState } from "@/ui/card";
import { Progress } from "@/ui/progress";
import { type Column, PagedTable, Pagination, Table } from "@/ui/table";
import { Tabs } from "@/ui/tabs";

type Row = { id: number; login: string };

const COLUMNS: Column<Row>[] = [
  { key: "login", header: "Login", cell: ({ login }) => login },
  { key: "id", header: "Número", align: "end", cell: ({ id }) => id },
];

const table = (props: Partial<Parameters<typeof Table<Row>>[0]>) => (
  <Table
    caption="Contas"
    columns={COLUMNS}
    rows={undefined}
    rowKey={({ id }) => id}
    empty={<EmptyState title="Nenhuma conta" />}
    {...props}
  />
);

describe("Table", () => {
  it("has a head and a row per item", () => {
    render(table({ rows: [{ id: 1, login: "conta_01" }] }));
    const [head, row] = screen.getAllByRole("row") as [HTMLElement, HTMLElement];
    expect(within(head).getByRole("columnheader", { name: "Login" })).toBeInTheDocument();
    expect(within(row).getByRole("cell", { name: "conta_01" })).toBeInTheDocument();
    expect(within(row).getByRole("cell", { name: "1" })).toHaveAttribute("data-align", "end");
  });

  it("keeps the shape while rows are on their way", () => {
    render(table({ expectedRows: 3 }));
    expect(screen.getAllByRole("row")).toHaveLength(4);
    expect(screen.getByRole("region", { name: "Contas" })).toHaveAttribute("aria-busy", "true");
  });

  it("shows the empty form when there are none", () => {
    render(table({ rows: [] }));
    expect(screen.getByText("Nenhuma conta")).toBeInTheDocument();
    expect(screen.queryByRole("table")).toBeNull();
  });

  it("shows the error with another try, but keeps rows that are already there", async () => {
    const onRetry = vi.fn();
    const { rerender } = render(table({ error: new Error("Serviço em manutenção."), onRetry }));
    expect(screen.getByRole("note")).toHaveTextContent("Serviço em manutenção.");
    await userEvent.click(screen.getByRole("button", { name: "Tentar novamente" }));
    expect(onRetry).toHaveBeenCalledTimes(1);
    rerender(table({ error: new Error("x"), rows: [{ id: 1, login: "conta_01" }] }));
    expect(screen.getByText("conta_01")).toBeInTheDocument();
  });
});

describe("Pagination", () => {
  it("says where we are and leads to the pages beside", async () => {
    const onChange = vi.fn();
    render(<Pagination offset={10} limit={10} total={1247} onChange={onChange} />);
    expect(screen.getByText("11–20 de 1.247")).toBeInTheDocument();
    await userEvent.click(screen.getByRole("button", { name: "Anterior" }));
    await userEvent.click(screen.getByRole("button", { name: "Próxima" }));
    expect(onChange.mock.calls).toEqual([[0], [20]]);
  });

  it.each([
    ["shows the next page from the list's beginning, where that is out of sight", -900, 1],
    ["moves nothing where the list's beginning is in sight", 120, 0],
  ])("%s", async (_, top, times) => {
    const scrollIntoView = vi.fn();
    Element.prototype.scrollIntoView = scrollIntoView;
    vi.spyOn(Element.prototype, "getBoundingClientRect").mockReturnValue(new DOMRect(0, top, 390, 2000));
    render(
      <section aria-label="Tarefas">
        <Pagination offset={0} limit={10} total={15} onChange={vi.fn()} />
      </section>,
    );
    await userEvent.click(screen.getByRole("button", { name: "Próxima" }));
    expect(scrollIntoView).toHaveBeenCalledTimes(times);
    if (times > 0) expect(scrollIntoView.mock.contexts[0]).toBe(screen.getByRole("region", { name: "Tarefas" }));
  });

  it("stops at both ends", () => {
    const { rerender } = render(<Pagination offset={0} limit={10} total={15} onChange={vi.fn()} />);
    expect(screen.getByRole("button", { name: "Anterior" })).toBeDisabled();
    rerender(<Pagination offset={10} limit={10} total={15} onChange={vi.fn()} />);
    expect(screen.getByText("11–15 de 15")).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Próxima" })).toBeDisabled();
  });

  it.each([
    [20, 20, 10],
    [30, 5, 0],
    [10, 0, 0],
  ])("goes from a page that is gone to the last one there is (%i of %i)", (offset, total, last) => {
    const onChange = vi.fn();
    const pages = (known?: number) => <Pagination offset={offset} limit={10} total={known} onChange={onChange} />;
    const { rerender } = render(pages());
    expect(onChange).not.toHaveBeenCalled();
    rerender(pages(total));
    expect(onChange.mock.calls).toEqual([[last]]);
  });

  it("is absent when one page holds all", () => {
    const { container } = render(<Pagination offset={0} limit={10} total={10} onChange={vi.fn()} />);
    expect(container).toBeEmptyDOMElement();
  });
});

describe("Tabs", () => {
  function Example() {
    const [value, setValue] = useState("content");
    const tabs = [
      { value: "content", label: "Conteúdo", content: "texto" },
      { value: "images", label: "Imagens", content: "fotos" },
    ];
    return <Tabs label="Partes" tabs={tabs} value={value} onChange={setValue} />;
  }

  it("show the panel of the chosen tab", async () => {
    render(<Example />);
    expect(screen.getByRole("tabpanel", { name: "Conteúdo" })).toHaveTextContent("texto");
    await userEvent.click(screen.getByRole("tab", { name: "Imagens" }));
    expect(screen.getByRole("tabpanel", { name: "Imagens" })).toHaveTextContent("fotos");
  });

  it("bring the chosen one into sight where not all of them fit", async () => {
    const size = (name: string, value: (this: HTMLElement) => number) =>
      vi.spyOn(HTMLElement.prototype, name as "offsetWidth", "get").mockImplementation(value);
    size("offsetWidth", () => 90);
    size("clientWidth", () => 100);
    size("offsetLeft", function () {
      return this.getAttribute("role") === "tab" ? 8 + 100 * [...(this.parentElement?.children ?? [])].indexOf(this) : 8;
    });
    render(<Example />);
    const row = screen.getByRole("tablist");
    await userEvent.click(screen.getByRole("tab", { name: "Imagens" }));
    expect(row.scrollLeft).toBe(90);
    await userEvent.keyboard("{Home}");
    expect(row.scrollLeft).toBe(0);
    vi.restoreAllMocks();
  });

  it("move by arrows, Home and End, one tab stop for all", async () => {
    render(<Example />);
    await userEvent.click(screen.getByRole("tab", { name: "Conteúdo" }));
    await userEvent.keyboard("{ArrowRight}");
    expect(screen.getByRole("tab", { name: "Imagens", selected: true })).toHaveFocus();
    await userEvent.keyboard("{ArrowRight}");
    expect(screen.getByRole("tab", { name: "Conteúdo", selected: true })).toHaveFocus();
    await userEvent.keyboard("{End}");
    expect(screen.getByRole("tab", { name: "Imagens", selected: true })).toHaveFocus();
    expect(screen.getByRole("tab", { name: "Conteúdo" })).toHaveAttribute("tabindex", "-1");
  });
});

describe("Progress", () => {
  it("says its value and limits its bar", () => {
    render(<Progress label="Metas" value={80} max={50} />);
    const bar = screen.getByRole("progressbar", { name: "Metas" });
    expect(bar).toHaveAttribute("aria-valuemax", "50");
    expect(bar.firstElementChild).toHaveStyle({ width: "100%" });
  });
});

describe("PagedTable", () => {
  function Search({ words }: { words: string }) {
    const query = useQuery<Page<Row>>({
      queryKey: [words],
      queryFn: () => (words === "" ? Promise.resolve({ rows: [], total: 0 }) : new Promise(() => undefined)),
      placeholderData: keepPreviousData,
    });
    return (
      <PagedTable
        caption="Contas"
        query={query}
        columns={COLUMNS}
        rowKey={({ id }) => id}
        offset={0}
        limit={10}
        onOffset={vi.fn()}
        empty={<EmptyState title="Nenhuma conta" />}
      />
    );
  }

  it("names its pages, so that those of another list are told apart", async () => {
    const page = { rows: [{ id: 1, login: "conta_01" }], total: 30 };
    const Pages = () => (
      <PagedTable
        caption="Contas"
        query={useQuery({ queryKey: ["contas"], queryFn: () => Promise.resolve(page) })}
        columns={COLUMNS}
        rowKey={({ id }) => id}
        offset={0}
        limit={10}
        onOffset={vi.fn()}
        empty={null}
      />
    );
    render(
      <QueryClientProvider client={new QueryClient()}>
        <Pages />
      </QueryClientProvider>,
    );
    expect(await screen.findByRole("navigation", { name: "Páginas: Contas" })).toBeInTheDocument();
  });

  it("says that there is nothing only when the answer is there", async () => {
    const client = new QueryClient();
    const shown = (words: string) => (
      <QueryClientProvider client={client}>
        <Search words={words} />
      </QueryClientProvider>
    );
    const { rerender } = render(shown(""));
    expect(await screen.findByText("Nenhuma conta")).toBeInTheDocument();
    rerender(shown("conta_01"));
    expect(screen.queryByText("Nenhuma conta")).not.toBeInTheDocument();
    expect(screen.getByRole("region", { name: "Contas" })).toHaveAttribute("aria-busy", "true");
  });
});
