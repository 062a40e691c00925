import { Button } from '@sealflow/ui/inputs/button.component.tsx';
import { AlertIcon } from '@sealflow/ui/start-icons.component.tsx';
import { EmptyState } from '@sealflow/ui/status/state.component.tsx';
import { Component, type ReactNode } from 'react';
import { useFirstTexts } from '../i18n/index.ts';
import { resetFailedScreens, ScreenLoadError } from './lazy-screen.util.ts';
import { LoadFailed } from './load-failed.component.tsx';
import { reloadIfServed } from './reload.util.ts';

type State = { readonly error: unknown };

/**
 * The last error boundary: a screen that throws, or whose code fails to load, shows a way on instead of a blank page.
 */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, State> {
  override state: State = { error: null };
  #retried = false;

  static getDerivedStateFromError(error: unknown): State {
    return { error };
  }

  override componentDidCatch(error: unknown): void {
    // A second failure while the service answers means that a newer version has replaced the file.
    if (error instanceof ScreenLoadError && (this.#retried || error.isFailureCached) && !error.timedOut)
      void reloadIfServed();
    this.#retried = false;
  }

  readonly #retry = () => {
    this.#retried = true;
    resetFailedScreens();
    this.setState({ error: null });
  };

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return error instanceof ScreenLoadError ? (
      <LoadFailed timedOut={error.timedOut} onRetry={this.#retry} />
    ) : (
      <Crashed />
    );
  }
}

function Crashed() {
  const { common } = useFirstTexts();
  return (
    <main role="alert">
      <EmptyState
        icon={<AlertIcon size={48} />}
        title={common.crashTitle}
        hint={common.crashText}
        action={<Button onClick={() => window.location.reload()}>{common.reopen}</Button>}
      />
    </main>
  );
}
