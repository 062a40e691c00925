import { badgeText } from '@sealflow/domain/badge';
import styles from './badge.module.css';

type BadgeProps = {
  readonly count: number;
  /** What the number means, for those who do not see it. */
  readonly label?: string;
};

/** A dot with the count; over 99 an ellipsis; nothing at zero. */
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
