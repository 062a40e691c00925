import styles from './progress.module.css';

type ProgressProps = {
  readonly label: string;
  /** The amount done so far; null for indeterminate progress. */
  readonly value: number | null;
  readonly max?: number;
};

export function Progress({ label, value, max = 100 }: ProgressProps) {
  return (
    <progress
      className={styles.progress}
      aria-label={label}
      max={max}
      {...(value === null ? {} : { value: Math.min(value, max) })}
    />
  );
}
