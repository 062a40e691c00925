import styles from './spinner.module.css';

/** Decorative; the text next to it says what is in progress. */
export function Spinner({ size = 18 }: { readonly size?: number }) {
  return (
    <svg
      className={styles.spinner}
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
    >
      <circle cx="12" cy="12" r="9" stroke="currentColor" strokeWidth="2.5" opacity="0.25" />
      <path d="M21 12a9 9 0 0 0-9-9" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" />
    </svg>
  );
}
