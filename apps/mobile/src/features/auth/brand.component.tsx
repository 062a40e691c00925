import styles from './auth.module.css';

/** The mark of the product; decoration beside its name. */
export function Brand() {
  return <img className={styles.brand} src="/icon.svg" alt="" width={64} height={64} />;
}
