import { Component, type ReactNode } from 'react';

type ApartProps = { readonly children: ReactNode; readonly fallback?: ReactNode };

/** What fails inside takes nothing else along: a step beside the screens has no place of its own to say so. */
export class Apart extends Component<ApartProps, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
