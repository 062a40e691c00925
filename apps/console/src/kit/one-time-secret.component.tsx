import { useState } from 'react';
import { useTexts } from '../i18n/index.ts';
import { Button } from './button.component.tsx';
import styles from './one-time-secret.module.css';

type OneTimeSecretProps = {
  readonly label: string;
  readonly hint?: string;
  /** Several values are shown as a list and copied as lines. */
  readonly values: readonly string[];
};

/** A secret that is shown once, with a button that copies it. */
export function OneTimeSecret({ label, hint, values }: OneTimeSecretProps) {
  const texts = useTexts().common;
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(values.join('\n'));
    setCopied(true);
  };
  return (
    <section className={styles.secret} aria-label={label}>
      <strong>{label}</strong>
      <ul className={styles.values}>
        {values.map((value) => (
          <li key={value}>
            <code>{value}</code>
          </li>
        ))}
      </ul>
      {hint === undefined ? null : <p className={styles.hint}>{hint}</p>}
      {/* The clipboard exists on pages of secure origins only. */}
      {'clipboard' in navigator ? (
        <div>
          <Button onPress={() => void copy().catch(() => setCopied(false))}>
            {isCopied ? texts.copied : texts.copy}
          </Button>
        </div>
      ) : null}
    </section>
  );
}
