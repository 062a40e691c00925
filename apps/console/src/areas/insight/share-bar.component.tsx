import { useFormat } from '../../platform/format.hook.ts';
import styles from './insight.module.css';

/** A share of a whole as a bar, with its number as the text. */
export function ShareBar({ share }: { readonly share: number }) {
  const format = useFormat();
  const percent = share * 100;
  return (
    <span className={styles.share}>
      <svg className={styles.bar} viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
        <rect className={styles.whole} width="100" height="8" />
        <rect className={styles.part} width={percent} height="8" />
      </svg>
      <span className={styles.percent}>{`${format.number(Math.round(percent))}%`}</span>
    </span>
  );
}
