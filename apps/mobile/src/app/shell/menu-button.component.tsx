import {
  type ComponentProps,
  cloneElement,
  type ReactElement,
  useCallback,
  useEffect,
  useState,
} from 'react';
import { useFirstTexts } from '../../i18n/index.ts';
import type { MenuItem, Menu as MenuPart } from '../../ui/menu.component.tsx';
import { reloadIfServed } from '../reload.ts';
import { showSnackbar } from './snackbar.store.ts';

export type ScreenMenu = { readonly items: readonly MenuItem[]; readonly onSelect: (id: string) => void };

type MenuComponent = typeof MenuPart;

type FetchMenu = () => Promise<MenuComponent>;

/** Menus bring their positioning code; the first screen has none. */
const fetchMenu: FetchMenu = async () => (await import('../../ui/menu.component.tsx')).Menu;

/** The code once it has come: the screens after the first draw their menus at once. */
const fetchedMenus = new WeakMap<FetchMenu, MenuComponent>();

type MenuButtonProps = {
  readonly menu: ScreenMenu;
  readonly align: NonNullable<ComponentProps<MenuComponent>['align']>;
  /** The button that opens it. */
  readonly children: ReactElement<{ readonly onClick?: () => void }>;
  /** Fetches the code of menus. */
  readonly load?: FetchMenu;
};

/**
 * A button with a menu. The button is there before the menu's code; a press meanwhile opens the menu as soon as the code
 * comes. Code that does not come leaves the screen as it is: a press asks for it again and reports the failure.
 */
export function MenuButton({
  menu: { items, onSelect },
  align,
  children,
  load = fetchMenu,
}: MenuButtonProps) {
  const { common, shell } = useFirstTexts();
  const [Menu, setMenu] = useState(() => fetchedMenus.get(load));
  const [isWanted, setWanted] = useState(false);

  const fetchCode = useCallback(async () => {
    const menu = await load();
    fetchedMenus.set(load, menu);
    setMenu(() => menu);
  }, [load]);
  useEffect(() => {
    if (!fetchedMenus.has(load)) fetchCode().catch(() => undefined);
  }, [load, fetchCode]);

  const press = () => {
    setWanted(true);
    fetchCode().catch(() => {
      setWanted(false);
      showSnackbar({
        color: 'error',
        text: shell.menuNotLoaded,
        action: { label: common.reopen, onPress: () => void reloadIfServed() },
        atOnce: true,
      });
    });
  };

  if (!Menu) return cloneElement(children, { onClick: press });
  return <Menu trigger={children} items={items} onSelect={onSelect} align={align} openAtFirst={isWanted} />;
}
