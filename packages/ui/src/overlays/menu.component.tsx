import { Menu as Base } from '@base-ui/react/menu';
import { type ReactElement, type ReactNode, type RefObject, useState } from 'react';
import { CheckIcon } from '../icons.component.tsx';
import { useDismissOnBack } from './dismiss.hook.ts';
import styles from './menu.module.css';

export type MenuItem = {
  readonly id: string;
  readonly label: string;
  readonly icon?: ReactNode;
  readonly danger?: boolean;
  /** In a selection among the items: whether this one is selected. */
  readonly selected?: boolean;
  readonly disabled?: boolean;
};

type MenuProps = {
  /** The button that opens the menu. */
  readonly trigger: ReactElement;
  readonly items: readonly MenuItem[];
  readonly onSelect: (id: string) => void;
  readonly align?: 'start' | 'center' | 'end';
  /** Open when mounted, because the user pressed the trigger while the code of the menu was loading. */
  readonly defaultOpen?: boolean;
  /** What gets the focus when the menu closes; by default the trigger. */
  readonly finalFocus?: RefObject<HTMLElement | null>;
};

export function Menu({
  trigger,
  items,
  onSelect,
  align = 'end',
  defaultOpen = false,
  finalFocus,
}: MenuProps) {
  const [open, setOpen] = useState(defaultOpen);
  useDismissOnBack(open, () => setOpen(false));
  return (
    <Base.Root open={open} onOpenChange={setOpen}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className={styles.positioner} align={align} sideOffset={4} collisionPadding={8}>
          <Base.Popup className={styles.popup} {...(finalFocus ? { finalFocus } : {})}>
            <MenuItems items={items} onSelect={onSelect} />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

type ContextMenuProps = {
  /** Viewport coordinates in CSS pixels at which the menu opens. */
  readonly at: { readonly x: number; readonly y: number };
  readonly items: readonly MenuItem[];
  readonly onSelect: (id: string) => void;
  readonly onClose: () => void;
  /** What the menu belongs to; it gets the focus when the menu closes. */
  readonly owner: RefObject<HTMLElement | null>;
};

/** A menu at a point, such as that of a right click. It is open as long as it is mounted. */
export function ContextMenu({ at, items, onSelect, onClose, owner }: ContextMenuProps) {
  useDismissOnBack(true, onClose);
  const anchor = { getBoundingClientRect: () => new DOMRect(at.x, at.y, 0, 0) };
  return (
    <Base.Root defaultOpen onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <Base.Portal>
        <Base.Positioner
          className={styles.positioner}
          anchor={anchor}
          side="bottom"
          align="start"
          collisionPadding={8}
        >
          <Base.Popup className={styles.popup} finalFocus={owner}>
            <MenuItems items={items} onSelect={onSelect} />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

function MenuItems({ items, onSelect }: Pick<MenuProps, 'items' | 'onSelect'>) {
  return items.map((item) => (
    <Base.Item
      key={item.id}
      className={styles.item}
      disabled={item.disabled ?? false}
      data-danger={item.danger || undefined}
      aria-current={item.selected ? 'true' : undefined}
      onClick={() => onSelect(item.id)}
    >
      {item.icon}
      <span className={styles.label}>{item.label}</span>
      {item.selected ? <CheckIcon size={18} /> : null}
    </Base.Item>
  ));
}
