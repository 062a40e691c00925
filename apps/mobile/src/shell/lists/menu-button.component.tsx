import type { AnchoredMenu, MenuItem } from '@sealflow/ui/overlays/menu.component.tsx';
import {
  type ComponentProps,
  cloneElement,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  startTransition,
  useEffect,
  useState,
} from 'react';
import { reloadIfServed } from '../../app/reload.util.ts';
import { useFirstTexts } from '../../i18n/index.ts';
import { whenIdle } from '../idle.util.ts';
import { showSnackbar } from '../notices/snackbar.store.ts';

export type ScreenMenu = { readonly items: readonly MenuItem[]; readonly onSelect: (id: string) => void };

type MenuComponent = typeof AnchoredMenu;

type FetchMenu = () => Promise<MenuComponent>;

/** Menus include positioning code, which the first screen does not need. */
const fetchMenu: FetchMenu = async () =>
  (await import('@sealflow/ui/overlays/menu.component.tsx')).AnchoredMenu;

type ButtonProps = {
  readonly onClick?: (event: MouseEvent<HTMLElement>) => void;
  readonly onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void;
  readonly 'aria-haspopup'?: 'menu';
  readonly 'aria-expanded'?: boolean;
};

type MenuButtonProps = {
  readonly menu: ScreenMenu;
  /** The name of the menu. */
  readonly label: string;
  readonly align: NonNullable<ComponentProps<MenuComponent>['align']>;
  /** The button that opens the menu. */
  readonly children: ReactElement<ButtonProps>;
  /** Loads the code of menus. */
  readonly load?: FetchMenu;
};

type Opening = { readonly button: HTMLElement; readonly isByKey: boolean };

/**
 * A button with a menu. The menu renders while it is open only: it takes longer to render than the rest of a screen. Its code loads once
 * the page is idle; a press before that opens the menu as soon as the code arrives. Code that fails to load leaves the screen as it is: a
 * press loads it again and reports the failure.
 */
export function MenuButton({ menu, label, align, children, load = fetchMenu }: MenuButtonProps) {
  const { common, shell } = useFirstTexts();
  const [Menu, setMenu] = useState<MenuComponent>();
  const [opening, setOpening] = useState<Opening | null>(null);

  useEffect(() => {
    let isUnmounted = false;
    whenIdle()
      .then(() => (isUnmounted ? undefined : load()))
      .catch(() => undefined);
    return () => {
      isUnmounted = true;
    };
  }, [load]);

  const open = (button: HTMLElement, isByKey: boolean) => {
    setOpening({ button, isByKey });
    load().then(
      (loaded) => startTransition(() => setMenu(() => loaded)),
      () => {
        setOpening(null);
        showSnackbar({
          color: 'error',
          text: shell.menuNotLoaded,
          action: { label: common.reopen, onPress: () => void reloadIfServed() },
          isImmediate: true,
        });
      },
    );
  };

  return (
    <>
      {cloneElement(children, {
        'aria-haspopup': 'menu',
        'aria-expanded': opening !== null && Menu !== undefined,
        // A click without a press comes from a key or a screen reader.
        onClick: ({ currentTarget, detail }) => open(currentTarget, detail === 0),
        onKeyDown: (event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          open(event.currentTarget, true);
        },
      })}
      {opening !== null && Menu !== undefined ? (
        <Menu
          anchor={opening.button}
          align={align}
          isOpenedByKey={opening.isByKey}
          label={label}
          items={menu.items}
          onSelect={menu.onSelect}
          onClose={() => setOpening(null)}
          finalFocus={() => opening.button}
        />
      ) : null}
    </>
  );
}
