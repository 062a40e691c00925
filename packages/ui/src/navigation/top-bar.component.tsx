import type { ReactNode, RefObject } from 'react';
import { IconButton } from '../inputs/button.component.tsx';
import { BackIcon } from '../start-icons.component.tsx';
import styles from './top-bar.module.css';

type TopBarProps = {
  /** The title, or a title that opens a list. */
  readonly title: ReactNode;
  readonly backLabel: string;
  readonly onBack?: (() => void) | undefined;
  /** Where the back button would be, on a screen that has none. */
  readonly leading?: ReactNode;
  /** One button or a menu. */
  readonly trailing?: ReactNode;
  /** Whether the screen stands beside the one that the page is about. */
  readonly subordinate?: boolean;
  /** The heading, which receives the focus when the screen opens. */
  readonly headingRef?: RefObject<HTMLHeadingElement | null>;
};

export function TopBar({
  title,
  backLabel,
  onBack,
  leading,
  trailing,
  headingRef,
  subordinate = false,
}: TopBarProps) {
  return (
    <header className={styles.bar}>
      <div className={styles.side}>
        {onBack ? (
          <IconButton label={backLabel} onClick={onBack}>
            <BackIcon />
          </IconButton>
        ) : (
          leading
        )}
      </div>
      <h1 ref={headingRef} className={styles.title} tabIndex={-1} aria-level={subordinate ? 2 : undefined}>
        {typeof title === 'string' ? <span className={styles.words}>{title}</span> : title}
      </h1>
      <div className={styles.trailing}>{trailing}</div>
    </header>
  );
}
