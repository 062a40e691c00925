import type { ReactNode } from 'react';
import { useTexts } from '../i18n/index.ts';
import { useErrorText } from '../platform/api.hook.ts';
import { allowStepUp } from '../platform/step-up/step-up.store.ts';
import { Button } from './button.component.tsx';
import { focusPageTitle } from './page-title.util.ts';
import styles from './state-pane.module.css';

type StatePaneProps =
  | { readonly kind: 'loading' /** Placeholders of so many rows. */; readonly rows?: number }
  | { readonly kind: 'error'; readonly error: unknown; readonly onRetry: () => void }
  | { readonly kind: 'filtered'; readonly onClear: () => void }
  | {
      readonly kind: 'empty';
      readonly title: string;
      readonly hint: string;
      readonly action?: ReactNode;
    };

/** What stands where a list or an object has nothing to show: why, and the way forward. */
export function StatePane(props: StatePaneProps) {
  const texts = useTexts().common;
  const errorText = useErrorText();
  if (props.kind === 'loading') {
    const { rows } = props;
    if (rows === undefined) return <output className={styles.pane}>{texts.loading}</output>;
    return (
      <output className={styles.rows}>
        <span className="visually-hidden">{texts.loading}</span>
        {Array.from({ length: rows }, (_, row) => (
          <span key={row} className={styles.row} aria-hidden="true">
            <span className={styles.bar} />
          </span>
        ))}
      </output>
    );
  }
  if (props.kind === 'error') {
    return (
      <div className={styles.pane} role="alert">
        <p>{errorText(props.error)}</p>
        <Button
          onPress={() => {
            allowStepUp();
            props.onRetry();
          }}
        >
          {texts.retry}
        </Button>
      </div>
    );
  }
  if (props.kind === 'filtered') {
    return (
      <div className={styles.pane}>
        <h2 className={styles.title}>{texts.nothingFound}</h2>
        <p>{texts.nothingFoundHint}</p>
        <Button
          onPress={() => {
            props.onClear();
            focusPageTitle();
          }}
        >
          {texts.clearFilters}
        </Button>
      </div>
    );
  }
  return (
    <div className={styles.pane}>
      <h2 className={styles.title}>{props.title}</h2>
      <p className={styles.hint}>{props.hint}</p>
      {props.action}
    </div>
  );
}
