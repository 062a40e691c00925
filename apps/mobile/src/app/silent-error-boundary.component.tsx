import { Component, type ReactNode } from 'react';

type SilentErrorBoundaryProps = { readonly children: ReactNode; readonly fallback?: ReactNode };

/**
 * Contains the failure of a part that runs besides the screens, and shows no error: such a part has no place for one.
 */
export class SilentErrorBoundary extends Component<SilentErrorBoundaryProps, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
