import { Component, type ReactNode } from "react";
import { NetworkError } from "@/lib/errors";
import { ErrorState } from "@/ui/error-state";

type State = { error: Error | null };

/** Keeps a fault of one island on that island, with another try. */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(error: Error): State {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (!error) return this.props.children;
    const isMissing = isMissingPart(error);
    return (
      <div className="card">
        <ErrorState
          title="Algo deu errado nesta tela."
          error={isMissing ? NetworkError.timedOut() : error}
          onRetry={() => (isMissing ? location.reload() : this.setState({ error: null }))}
        />
      </div>
    );
  }
}

/** A part of the screen that did not come, in the words of each browser. React asks for it only once a page. */
function isMissingPart(error: Error): boolean {
  return error instanceof TypeError && /\bmodule\b/.test(error.message);
}
