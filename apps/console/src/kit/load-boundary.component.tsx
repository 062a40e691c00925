import { Component, type ReactNode } from 'react';
import { useTexts } from '../i18n/index.ts';
import { Button } from './button.component.tsx';
import styles from './state-pane.module.css';

type LoadBoundaryProps = { readonly children: ReactNode };

/**
 * Catches a page whose code cannot be loaded or drawn. Browsers remember a failed import, so only a reload of the address
 * tries it again; the reload also finds the files of a new release.
 */
export class LoadBoundary extends Component<LoadBoundaryProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { readonly hasFailed: boolean } {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    return this.state.hasFailed ? <FailedPage /> : this.props.children;
  }
}

function FailedPage() {
  const { shell, common } = useTexts();
  return (
    <div className={styles.pane} role="alert">
      <h1 className={styles.title}>{shell.pageFailed}</h1>
      <p>{shell.pageFailedHint}</p>
      <Button onPress={() => location.reload()}>{common.retry}</Button>
    </div>
  );
}
