import { Component, type ReactNode } from 'react';
import { useFirstTexts } from '../i18n/index.ts';
import { Button } from '../ui/button.component.tsx';
import { AlertIcon } from '../ui/icons.component.tsx';
import { EmptyState } from '../ui/state.component.tsx';

type State = { readonly failed: boolean };

/** The last net: a screen that throws leaves a way on instead of a blank page. */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, State> {
  override state: State = { failed: false };

  static getDerivedStateFromError(): State {
    return { failed: true };
  }

  override render(): ReactNode {
    return this.state.failed ? <Crashed /> : this.props.children;
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
