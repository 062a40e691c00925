import type { TabName } from '@sealflow/domain/tabs';
import { DocumentsIcon, MessagesIcon, PersonIcon, WorkIcon } from '@sealflow/ui/icons.component.tsx';
import { BottomTabs } from '@sealflow/ui/navigation/tabs.component.tsx';
import { type ReactNode, useEffect, useLayoutEffect } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { useSignedIn } from '../../platform/session/index.ts';
import { useBadges } from '../badges/badges.store.ts';
import { useLocation, useNavigator } from '../router/index.ts';
import { useIsWide } from './pane.hook.ts';
import { entriesAboveList, goBackAndReplace } from './pane-history.store.ts';
import { panePlaceOf, withoutPreview } from './panes.rules.ts';
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

/** The main navigation: at the bottom of the screens of the tabs; on a wide screen a rail beside every screen. */
export function TabBar({ end }: { readonly end?: ReactNode }) {
  const { tabs } = useSignedIn();
  const { pathname, search } = useLocation();
  const navigator = useNavigator();
  const isWide = useIsWide();
  const { shell, common } = useTexts();
  const badges = useBadges();
  const isTab = viewNameIn(search) === null && tabs.some(({ path }) => path === pathname);
  const area = panePlaceOf({ pathname, search })?.area;
  const isShown = isTab || isWide;
  useEffect(() => {
    if (isTab) searches.set(pathname, withoutPreview(search));
  }, [isTab, pathname, search]);
  // A single tab needs no bar.
  const isVisible = isShown && tabs.length > 1;
  useLayoutEffect(() => {
    const { documentElement: root } = document;
    root.toggleAttribute('data-tabs', isVisible && !isWide);
    root.toggleAttribute('data-rail', isVisible && isWide);
    root.toggleAttribute('data-wide', isWide);
    return () => {
      for (const name of ['data-tabs', 'data-rail', 'data-wide']) root.removeAttribute(name);
    };
  }, [isVisible, isWide]);
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
      current={area ?? null}
      vertical={isWide}
      end={end}
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
        if (path === undefined || (path === pathname && isTab)) return;
        // Tabs are siblings: back from any of them leaves the app instead of stepping through them.
        const steps = area === undefined ? 0 : entriesAboveList(area);
        goBackAndReplace(navigator, steps, () =>
          navigator.replace({ pathname: path, search: searches.get(path) ?? '' }),
        );
      }}
    />
  );
}
