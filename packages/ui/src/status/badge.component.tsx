import { badgeText } from '@sealflow/domain/badge';
import styles from './badge.module.css';

type BadgeProps = {
  readonly count: number;
  /** The meaning of the number, for screen readers. */
  readonly label?: string;
};

/** A badge with the count, as `badgeText` formats it; nothing at zero. */
export function Badge({ count, label }: BadgeProps) {
  const text = badgeText(count);
  if (text === null) return null;
  return (
    <span className={styles.badge}>
      <span aria-hidden={label === undefined ? undefined : true}>{text}</span>
      {label === undefined ? null : <span className="visually-hidden">{label}</span>}
    </span>
  );
}
