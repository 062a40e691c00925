import { classNames } from '@sealflow/ui/class-names.util.ts';
import { ChevronDownIcon, MoreIcon, OfflineIcon } from '@sealflow/ui/icons.component.tsx';
import { IconButton } from '@sealflow/ui/inputs/button.component.tsx';
import { PullIndicator } from '@sealflow/ui/lists/pull-to-refresh.component.tsx';
import { usePullToRefresh } from '@sealflow/ui/lists/pull-to-refresh.hook.ts';
import { TopBar } from '@sealflow/ui/navigation/top-bar.component.tsx';
import { type ReactNode, type RefObject, useRef, useSyncExternalStore } from 'react';
import { useFirstTexts } from '../i18n/index.ts';
import { usePlatform } from '../platform/index.ts';
import { MenuButton, type ScreenMenu } from './lists/menu-button.component.tsx';
import { useGoBack } from './navigation/back.hook.ts';
import { useFocusFallback } from './navigation/focus-fallback.hook.ts';
import { useHeadingFocus } from './navigation/heading-focus.hook.ts';
import { usePane } from './navigation/pane.hook.ts';
import { usePaneEscape } from './navigation/pane-escape.hook.ts';
import { useScrollRestoration, useVisitKey } from './navigation/scroll-restoration.hook.ts';
import { SearchButton } from './navigation/search-button.component.tsx';
import { useOnline } from './online.hook.ts';
import styles from './screen.module.css';

export type ScreenProps = {
  readonly title: string;
  /** Makes the title a dropdown list (tenants, filters). */
  readonly titleMenu?: ScreenMenu | undefined;
  /** `none` on the screens of the tabs, which have the search instead; a function where leaving asks for confirmation. */
  readonly back?: 'none' | (() => void);
  /** One button at the end of the bar; use `menu` for several. */
  readonly trailing?: ReactNode;
  readonly menu?: ScreenMenu | undefined;
  /** The fixed area below the content, for the screen's actions. */
  readonly bottom?: ReactNode;
  /** Called on pull to refresh. */
  readonly onRefresh?: () => Promise<unknown>;
  /** The scroll container, for lists that render only visible rows; those also restore their position themselves. */
  readonly scrollRef?: RefObject<HTMLDivElement | null>;
  /** White background instead of the grey one of lists. */
  readonly plain?: boolean;
  readonly children: ReactNode;
};

/** The frame of every screen: top bar, offline notice, scrolling content, actions. */
export function Screen(props: ScreenProps) {
  const {
    title,
    titleMenu,
    back,
    trailing,
    menu,
    bottom,
    onRefresh,
    scrollRef,
    plain = false,
    children,
  } = props;
  const { common, shell } = useFirstTexts();
  const goBack = useGoBack();
  const heading = useHeadingFocus();
  const keyboard = useKeyboardHeight();
  const online = useOnline();
  const frame = useRef<HTMLDivElement>(null);
  const ownScroller = useRef<HTMLDivElement>(null);
  const noScroller = useRef<HTMLDivElement>(null);
  const scroller = scrollRef ?? ownScroller;
  useFocusFallback(frame, scroller);
  const { isBehind } = usePane();
  usePaneEscape(typeof back === 'function' ? back : goBack);
  const pull = usePullToRefresh(scroller, onRefresh);
  useScrollRestoration(scrollRef === undefined ? ownScroller : noScroller, useVisitKey());

  return (
    <div ref={frame} className={styles.screen}>
      <TopBar
        title={titleMenu ? <TitleMenu title={title} menu={titleMenu} /> : title}
        headingRef={heading}
        subordinate={isBehind}
        backLabel={common.back}
        onBack={back === 'none' ? undefined : (back ?? goBack)}
        leading={<SearchButton />}
        trailing={menu ? <MoreMenu label={common.more} menu={menu} /> : trailing}
      />
      {online ? null : (
        <output className={styles.offline}>
          <OfflineIcon size={16} />
          {common.offline}
        </output>
      )}
      <PullIndicator state={pull} texts={common} />
      <main
        ref={scroller}
        className={classNames(styles.content, plain && styles.plain)}
        aria-label={title}
        // The main content is then the detail beside the list.
        role={isBehind ? 'region' : undefined}
        // A scroll container must be reachable by the keyboard even if it contains no control.
        tabIndex={0}
      >
        {children}
      </main>
      {bottom === undefined ? null : (
        <section className={styles.bottom} style={{ marginBottom: keyboard }} aria-label={shell.actions}>
          {bottom}
        </section>
      )}
    </div>
  );
}

/** Height in CSS pixels that the on-screen keyboard covers at the bottom of the page. */
function useKeyboardHeight(): number {
  const { keyboard } = usePlatform();
  return useSyncExternalStore(keyboard.subscribe, () => keyboard.state().covered);
}

function TitleMenu({ title, menu }: { readonly title: string; readonly menu: ScreenMenu }) {
  return (
    <MenuButton menu={menu} label={title} align="center">
      <button type="button" className={styles.titleButton}>
        <span>{title}</span>
        <ChevronDownIcon size={18} />
      </button>
    </MenuButton>
  );
}

function MoreMenu({ label, menu }: { readonly label: string; readonly menu: ScreenMenu }) {
  return (
    <MenuButton menu={menu} label={label} align="end">
      <IconButton label={label}>
        <MoreIcon />
      </IconButton>
    </MenuButton>
  );
}
