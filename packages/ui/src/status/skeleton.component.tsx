import { useLongWait } from './long-wait.hook.ts';
import styles from './skeleton.module.css';

type SkeletonListProps = {
  /** The text for screen readers. */
  readonly label: string;
  readonly rows?: number;
};

/** Placeholder rows of a loading list; nothing in the first 300 ms. */
export function SkeletonList({ label, rows = 8 }: SkeletonListProps) {
  if (!useLongWait(true)) return null;
  return (
    <output className={styles.list}>
      <span className="visually-hidden">{label}</span>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={styles.row} aria-hidden="true">
          <div className={styles.picture} />
          <div className={styles.lines}>
            <div className={styles.line} />
            <div className={styles.line} />
          </div>
        </div>
      ))}
    </output>
  );
}
