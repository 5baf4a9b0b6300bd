import { Component, type ReactNode } from "react";
import { ErrorState } from "@/ui/error-state";

type State = { error: Error | null };

/** Keeps a fault of one island on that island, with another try. */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(error: Error): State {
    return { error };
  }

  override render() {
    if (!this.state.error) return this.props.children;
    return (
      <div className="card">
        <ErrorState
          title="Algo deu errado nesta tela."
          error={this.state.error}
          onRetry={() => this.setState({ error: null })}
        />
      </div>
    );
  }
}
