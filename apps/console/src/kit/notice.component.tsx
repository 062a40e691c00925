import type { ReactNode } from 'react';
import styles from './notice.module.css';

type NoticeProps = { readonly kind: 'error' | 'warning' | 'info'; readonly children: ReactNode };

/** A message inside of a page or dialog. An error is announced at once. */
export function Notice({ kind, children }: NoticeProps) {
  return (
    <div className={`${styles.notice} ${styles[kind]}`} role={kind === 'error' ? 'alert' : 'note'}>
      {children}
    </div>
  );
}
