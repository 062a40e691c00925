import { breakable } from './identity.rules.ts';
import styles from './mine.module.css';

/** An e-mail address that breaks where its parts meet, and inside a part only where that alone is too long. */
export function Address({ text }: { readonly text: string }) {
  // A space of no width lets the line break and is neither seen nor read.
  return <span className={styles.address}>{breakable(text).join('\u200B')}</span>;
}
