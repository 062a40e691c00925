import styles from './file-name.module.css';

/** So many letters of the end stay whatever is left out: the kind of file, and what tells one copy from the next. */
const tail = 6;

/** A file's name on one line, cut in its middle; readers, and whoever holds the pointer still, have all of it. */
export function FileName({ name }: { readonly name: string }) {
  const letters = Array.from(name);
  const end = letters.length > 2 * tail ? letters.length - tail : letters.length;
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
