import type { ReactNode } from 'react';
import { classNames } from '../class-names.util.ts';
import { Badge } from '../status/badge.component.tsx';
import styles from './tabs.module.css';

export type Tab<Id extends string> = {
  readonly id: Id;
  readonly label: string;
  readonly icon: ReactNode;
  readonly href: string;
  readonly count: number;
  readonly countLabel: string;
};

type BottomTabsProps<Id extends string> = {
  readonly label: string;
  readonly tabs: readonly Tab<Id>[];
  /** Null on a screen outside of the tabs. */
  readonly current: Id | null;
  /** A rail at the side instead of a bar at the bottom. */
  readonly vertical?: boolean;
  readonly onSelect: (id: Id) => void;
  /** A button below the items of a rail. */
  readonly end?: ReactNode;
};

/**
 * The main navigation. Its items are links, so that they can open in a new window and screen readers announce
 * them as links.
 */
export function BottomTabs<Id extends string>({
  label,
  tabs,
  current,
  vertical = false,
  onSelect,
  end,
}: BottomTabsProps<Id>) {
  return (
    <nav
      className={classNames(styles.bar, vertical && styles.rail)}
      aria-label={label}
      data-count={tabs.length}
    >
      {tabs.map((tab) => (
        <a
          key={tab.id}
          href={tab.href}
          className={styles.tab}
          aria-current={tab.id === current ? 'page' : undefined}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return;
            event.preventDefault();
            onSelect(tab.id);
          }}
        >
          <span className={styles.icon}>
            {tab.icon}
            <span className={styles.badge}>
              <Badge count={tab.count} label={tab.countLabel} />
            </span>
          </span>
          <span className={styles.label}>{tab.label}</span>
        </a>
      ))}
      {end}
    </nav>
  );
}
