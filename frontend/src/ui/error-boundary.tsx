import { Component, type ReactNode } from "react";
import { NetworkError } from "@/lib/errors";
import { ErrorState } from "@/ui/states";

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
