import type { TabName } from '@sealflow/domain/tabs';
import { DocumentsIcon, MessagesIcon, PersonIcon, WorkIcon } from '@sealflow/ui/icons.component.tsx';
import { BottomTabs } from '@sealflow/ui/navigation/tabs.component.tsx';
import { type ReactNode, useEffect, useLayoutEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useTexts } from '../../i18n/index.ts';
import { useSignedIn } from '../../platform/session/index.ts';
import { useBadges } from '../badges/badges.store.ts';
import { onScrollPositionsCleared } from './scroll-restoration.hook.ts';
import { viewNameIn } from './view.rules.ts';

const icons: Readonly<Record<TabName, ReactNode>> = {
  messages: <MessagesIcon />,
  documents: <DocumentsIcon />,
  work: <WorkIcon />,
  mine: <PersonIcon />,
};

/** The last query of each tab: going back to a tab restores its list and its search. */
const searches = new Map<string, string>();
onScrollPositionsCleared(() => searches.clear());

/** The bottom navigation, on the screens of the tabs only. */
export function TabBar() {
  const { tabs } = useSignedIn();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const { shell, common } = useTexts();
  const badges = useBadges();
  const current = tabs.find(({ path }) => path === pathname);
  const isShown = current !== undefined && viewNameIn(search) === null;
  useEffect(() => {
    if (isShown) searches.set(pathname, search);
  }, [isShown, pathname, search]);
  // A single tab needs no bar.
  const isVisible = isShown && tabs.length > 1;
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute('data-tabs', isVisible);
    return () => document.documentElement.removeAttribute('data-tabs');
  }, [isVisible]);
  if (!isShown) return null;
  const counts: Readonly<Record<TabName, number>> = {
    messages: badges.messages,
    documents: 0,
    work: badges.tasks,
    mine: 0,
  };
  return (
    <BottomTabs
      label={shell.tabBar}
      current={current.name}
      tabs={tabs.map(({ name, path }) => ({
        id: name,
        label: shell.tabs[name],
        icon: icons[name],
        href: path,
        count: counts[name],
        countLabel: (name === 'messages' ? common.unreadCount : shell.waiting)(counts[name]),
      }))}
      onSelect={(name) => {
        const path = tabs.find((tab) => tab.name === name)?.path;
        // Tabs are siblings: back from any of them leaves the app instead of stepping through them.
        if (path !== undefined && path !== pathname)
          void navigate({ pathname: path, search: searches.get(path) ?? '' }, { replace: true });
      }}
    />
  );
}
