import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../class-names.util.ts';
import { ChevronRightIcon } from '../start-icons.component.tsx';
import styles from './list.module.css';

/** A list of rows with hairlines between them. */
export function List({ className, ...rest }: ComponentProps<'ul'>) {
  return <ul {...rest} className={classNames(styles.list, className)} />;
}

/** A row with custom content, such as a switch. */
export function ListItem({ children }: { readonly children: ReactNode }) {
  return <li className={styles.item}>{children}</li>;
}

type ListRowProps = {
  readonly title: ReactNode;
  readonly leading?: ReactNode;
  readonly detail?: ReactNode;
  /** At the end of the row: a value, a time, a badge. */
  readonly trailing?: ReactNode;
  /** Makes the row a button. */
  readonly onPress?: (() => void) | undefined;
  readonly chevron?: boolean;
  readonly danger?: boolean;
  /** In a selection list: whether this row is selected. */
  readonly selected?: boolean;
  /** Whether the screen that the row opens is shown beside it. */
  readonly current?: boolean;
};

export function ListRow({
  title,
  leading,
  detail,
  trailing,
  onPress,
  chevron = false,
  danger,
  selected,
  current = false,
}: ListRowProps) {
  const content = (
    <>
      {leading}
      <span className={styles.body}>
        <span className={classNames(styles.title, danger === true && styles.danger)}>{title}</span>
        {detail === undefined ? null : <span className={styles.detail}>{detail}</span>}
      </span>
      {trailing === undefined && !chevron ? null : (
        <span className={styles.end}>
          {trailing === undefined ? null : <span className={styles.trailing}>{trailing}</span>}
          {chevron ? (
            <span className={styles.chevron}>
              <ChevronRightIcon size={18} />
            </span>
          ) : null}
        </span>
      )}
    </>
  );
  return (
    <li className={styles.item}>
      {onPress ? (
        <button
          type="button"
          className={classNames(styles.row, styles.press)}
          aria-pressed={selected}
          aria-current={current ? 'true' : undefined}
          onClick={onPress}
        >
          {content}
        </button>
      ) : (
        <div className={styles.row}>{content}</div>
      )}
    </li>
  );
}
