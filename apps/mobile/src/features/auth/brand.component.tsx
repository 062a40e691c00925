import styles from './auth.module.css';

/** The product's logo; decorative, next to its name. */
export function Brand() {
  return <img className={styles.brand} src="/icon.svg" alt="" width={64} height={64} />;
}
