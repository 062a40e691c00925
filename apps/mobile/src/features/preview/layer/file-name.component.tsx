import styles from './file-name.module.css';

/**
 * The last characters always stay visible: they hold the extension and what distinguishes one copy from the
 * next.
 */
const tailCharacters = 6;

/** A file name on one line, truncated in the middle. Screen readers and the tooltip get the full name. */
export function FileName({ name }: { readonly name: string }) {
  const letters = Array.from(name);
  const end = letters.length > 2 * tailCharacters ? letters.length - tailCharacters : letters.length;
  return (
    <span className={styles.line} title={name}>
      <span className="visually-hidden">{name}</span>
      <span className={styles.head} aria-hidden="true">
        {letters.slice(0, end).join('')}
      </span>
      <span className={styles.tail} aria-hidden="true">
        {letters.slice(end).join('')}
      </span>
    </span>
  );
}
