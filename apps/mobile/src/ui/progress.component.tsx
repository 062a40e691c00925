import styles from './progress.module.css';

type ProgressProps = {
  readonly label: string;
  /** Done so far; null where the whole is not known. */
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
