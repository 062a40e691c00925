import type { MenuItem, Menu as MenuPart } from '@sealflow/ui/overlays/menu.component.tsx';
import {
  type ComponentProps,
  cloneElement,
  type ReactElement,
  startTransition,
  useEffect,
  useState,
} from 'react';
import { reloadIfServed } from '../../app/reload.util.ts';
import { useFirstTexts } from '../../i18n/index.ts';
import { showSnackbar } from '../notices/snackbar.store.ts';

export type ScreenMenu = { readonly items: readonly MenuItem[]; readonly onSelect: (id: string) => void };

type MenuComponent = typeof MenuPart;

type FetchMenu = () => Promise<MenuComponent>;

/** Menus include positioning code, which the first screen does not need. */
const fetchMenu: FetchMenu = async () => {
  const { Menu } = await import('@sealflow/ui/overlays/menu.component.tsx');
  fetchedMenu = Menu;
  return Menu;
};

/** The loaded code: later screens render their menus at once. */
let fetchedMenu: MenuComponent | undefined;

type MenuButtonProps = {
  readonly menu: ScreenMenu;
  readonly align: NonNullable<ComponentProps<MenuComponent>['align']>;
  /** The button that opens the menu. */
  readonly children: ReactElement<{ readonly onClick?: () => void }>;
  /** Loads the code of menus. */
  readonly load?: FetchMenu;
};

/**
 * A button with a menu. The button renders before the menu's code has loaded; a press meanwhile opens the menu as
 * soon as the code arrives. Code that fails to load leaves the screen as it is: a press loads it again and reports
 * the failure.
 */
export function MenuButton({
  menu: { items, onSelect },
  align,
  children,
  load = fetchMenu,
}: MenuButtonProps) {
  const { common, shell } = useFirstTexts();
  const [Menu, setMenu] = useState(() => (load === fetchMenu ? fetchedMenu : undefined));
  const [isOpenRequested, setOpenRequested] = useState(false);

  const storeMenu = (menu: MenuComponent) => setMenu(() => menu);
  useEffect(() => {
    let isUnmounted = false;
    // Nobody waits for the menu yet: it renders in slices between frames.
    const storeIfMounted = (menu: MenuComponent) =>
      isUnmounted ? undefined : startTransition(() => setMenu(() => menu));
    load().then(storeIfMounted, () => undefined);
    return () => {
      isUnmounted = true;
    };
  }, [load]);

  const press = () => {
    setOpenRequested(true);
    load().then(storeMenu, () => {
      setOpenRequested(false);
      showSnackbar({
        color: 'error',
        text: shell.menuNotLoaded,
        action: { label: common.reopen, onPress: () => void reloadIfServed() },
        isImmediate: true,
      });
    });
  };

  if (!Menu) return cloneElement(children, { onClick: press });
  return (
    <Menu trigger={children} items={items} onSelect={onSelect} align={align} defaultOpen={isOpenRequested} />
  );
}
