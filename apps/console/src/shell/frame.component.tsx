import { type ReactNode, Suspense, useState, useSyncExternalStore } from 'react';
import { NavLink, Outlet } from 'react-router';
import { useTexts } from '../i18n/index.ts';
import { StatePane } from '../kit/state-pane.component.tsx';
import { readPreference, writePreference } from '../platform/preferences.util.ts';
import { AccountMenu } from './account-menu.component.tsx';
import { CommandPalette } from './command-palette.component.tsx';
import styles from './frame.module.css';
import type { PaletteEntry } from './palette.types.ts';
import { ScopeMenu } from './scope-menu.component.tsx';

function subscribeToConnection(onChange: () => void): () => void {
  const events = ['online', 'offline'] as const;
  for (const event of events) addEventListener(event, onChange);
  return () => {
    for (const event of events) removeEventListener(event, onChange);
  };
}

/** Whether the browser has a network connection. */
const useIsOnline = (): boolean => useSyncExternalStore(subscribeToConnection, () => navigator.onLine);

export type NavigationEntry = { readonly path: string; readonly title: string };

type FrameProps = {
  /** The areas of the scope that the person may see. */
  readonly entries: readonly NavigationEntry[];
  readonly palette: readonly PaletteEntry[];
  readonly isOperator: boolean;
  /** Replaces the page of the address. */
  readonly children?: ReactNode;
};

const preference = 'rail-collapsed';

/** Whether the navigation would leave too little room: on a tablet, or with large text. */
const isNarrow = () => matchMedia('(max-width: 60rem)').matches;

/** The frame of every page: navigation, organisation, search, account. */
export default function Frame({ entries, palette, isOperator, children }: FrameProps) {
  const { shell: texts, common } = useTexts();
  const isOnline = useIsOnline();
  const [isCollapsed, setCollapsed] = useState(() => isNarrow() || readPreference(preference) === true);
  const toggle = () => {
    if (!isNarrow()) writePreference(preference, !isCollapsed);
    setCollapsed(!isCollapsed);
  };
  return (
    <div className={styles.frame} data-collapsed={isCollapsed}>
      <a className={styles.skip} href="#content">
        {texts.skipToContent}
      </a>
      <header className={styles.header}>
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={!isCollapsed}
          aria-controls="navigation"
          aria-label={isCollapsed ? texts.expandNavigation : texts.collapseNavigation}
          onClick={toggle}
        >
          ☰
        </button>
        <ScopeMenu isOperator={isOperator} />
        <CommandPalette entries={palette} />
        <AccountMenu />
      </header>
      <nav id="navigation" className={styles.rail} aria-label={texts.navigation} hidden={isCollapsed}>
        <ul>
          {entries.map(({ path, title }) => (
            <li key={path}>
              <NavLink to={path} className={styles.link ?? ''}>
                {title}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <main id="content" className={styles.content} tabIndex={-1}>
        <output>{isOnline ? null : <span className={styles.offline}>{common.offline}</span>}</output>
        <Suspense fallback={<StatePane kind="loading" />}>{children ?? <Outlet />}</Suspense>
      </main>
    </div>
  );
}
