import { splitAtBreaks } from './identity.rules.ts';
import styles from './mine.module.css';

/** An e-mail address that wraps between its parts, and inside a part only if that is too long for a line. */
export function EmailAddress({ text }: { readonly text: string }) {
  // A zero-width space allows a line break, and is neither visible nor read aloud.
  return <span className={styles.address}>{splitAtBreaks(text).join('\u200B')}</span>;
}
