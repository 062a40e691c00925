import { useFirstTexts } from '../../i18n/index.ts';
import styles from './skip-link.module.css';

/** The first stop of the keyboard: past the top bar, to the content. */
export function SkipLink() {
  const { shell } = useFirstTexts();
  return (
    <button
      type="button"
      className={styles.skip}
      onClick={() => {
        const main = document.querySelector('main');
        // Where nothing scrolls the content is no stop of the keyboard by itself.
        if (main !== null && !main.hasAttribute('tabindex')) main.tabIndex = -1;
        main?.focus();
      }}
    >
      {shell.skipToContent}
    </button>
  );
}
