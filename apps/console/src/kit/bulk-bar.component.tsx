import type { ReactNode } from 'react';
import { useTexts } from '../i18n/index.ts';
import styles from './bulk.module.css';
import { Button } from './button.component.tsx';
import { focusPageTitle } from './page-title.util.ts';

type BulkBarProps = {
  readonly count: number;
  readonly onClear: () => void;
  /** Buttons for the acts. */
  readonly children: ReactNode;
};

/** The acts on the selected rows of a list; nothing without a selection. */
export function BulkBar({ count, onClear, children }: BulkBarProps) {
  const texts = useTexts().common;
  if (count === 0) return null;
  return (
    <section className={styles.bar} aria-label={texts.selected(count)}>
      <output>{texts.selected(count)}</output>
      {children}
      <Button
        kind="quiet"
        onPress={() => {
          onClear();
          // This button disappears with the bar.
          focusPageTitle();
        }}
      >
        {texts.clearSelection}
      </Button>
    </section>
  );
}
