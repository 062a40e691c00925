import { useFirstTexts } from '../../i18n/index.ts';
import styles from './skip-link.module.css';

/** The first tab stop: skips the top bar and focuses the content. */
export function SkipLink() {
  const { shell } = useFirstTexts();
  return (
    <button
      type="button"
      className={styles.skip}
      onClick={() => {
        const main = document.querySelector('main');
        // Content that does not scroll is not focusable by default.
        if (main !== null && !main.hasAttribute('tabindex')) main.tabIndex = -1;
        main?.focus();
      }}
    >
      {shell.skipToContent}
    </button>
  );
}
