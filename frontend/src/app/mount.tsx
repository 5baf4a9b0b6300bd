/** The other side of `{% island %}`: renders a screen into the containers that carry its name. */

import { QueryClientProvider } from "@tanstack/react-query";
import { Component, type ComponentType, type ReactNode, StrictMode, startTransition } from "react";
import { createRoot, type Root } from "react-dom/client";
import { queryKeyOf } from "@/api/client";
import { queryClient } from "@/app/query-client";
import { NetworkError } from "@/lib/errors";
import { ErrorState } from "@/ui/card";
import { type Hint, PageHint, PageNotices } from "@/ui/page-notices";

/** First answers of API paths, so that the island starts from them with no second request. */
type Seeds = Record<string, unknown>;

/** Mount `Screen` in every `[data-island=name]` that has nothing mounted yet; its props are the rest of the block,
 * without what any island may have: seeds of queries and a hint. No container is silence: the module may be on a page
 * that does not show it. Broken props are an error. */
export function mount<P extends object>(name: string, Screen: ComponentType<P>): void {
  for (const container of document.querySelectorAll<HTMLElement>(`[data-island="${name}"]:not([data-mounted])`)) {
    const { queries = {}, hint = null, ...props } = readProps(container);
    for (const [path, answer] of Object.entries(queries)) queryClient.setQueryData(queryKeyOf(path), answer);
    container.dataset.mounted = "";
    show(
      rootOf(container, container.dataset.props ?? name),
      <PageHint value={hint}>
        <PageNotices />
        <Screen {...(props as P)} />
      </PageHint>,
    );
  }
}

const roots = new WeakMap<Element, Root>();

/** Show `content` in an element of the shell, which has an id; a later call for the same element replaces it. */
export function renderIn(element: HTMLElement, content: ReactNode): void {
  const root = roots.get(element) ?? rootOf(element, element.id);
  roots.set(element, root);
  show(root, content);
}

/** Ids made inside do not clash with those of another root. */
const rootOf = (container: Element, name: string): Root => createRoot(container, { identifierPrefix: `${name}-` });

function show(root: Root, content: ReactNode): void {
  // In slices, so that the first drawing of a big screen does not keep the page from answering.
  startTransition(() =>
    root.render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <ErrorBoundary>{content}</ErrorBoundary>
        </QueryClientProvider>
      </StrictMode>,
    ),
  );
}

function readProps(container: HTMLElement): { queries?: Seeds; hint?: Hint | null } & Record<string, unknown> {
  const id = container.dataset.props;
  const block = id ? document.getElementById(id) : null;
  if (!block?.textContent) throw new Error(`island "${container.dataset.island}" has no props block "${id}"`);
  return JSON.parse(block.textContent);
}

type State = { error: Error | null };

/** Keeps a fault of one island on that island, with another try. */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(error: Error): State {
    return { error };
  }

  override componentDidCatch(error: Error) {
    // The shell tells the server.
    dispatchEvent(new CustomEvent("island-fault", { detail: error }));
  }

  override render() {
    const { error } = this.state;
    if (!error) return this.props.children;
    // A part of the screen that did not come is asked for only once a page (lib/lazy).
    const retry = () => (error instanceof NetworkError ? location.reload() : this.setState({ error: null }));
    return (
      <div className="card">
        <ErrorState title="Algo deu errado nesta tela." error={error} onRetry={retry} />
      </div>
    );
  }
}
