import { Menu as Base } from '@base-ui/react/menu';
import {
  type ComponentProps,
  type ReactElement,
  type ReactNode,
  type RefObject,
  useRef,
  useState,
} from 'react';
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

type MenuAlign = 'start' | 'center' | 'end';

type MenuProps = {
  /** The button that opens the menu. */
  readonly trigger: ReactElement;
  readonly items: readonly MenuItem[];
  readonly onSelect: (id: string) => void;
  readonly align?: MenuAlign;
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
      <MenuItems
        items={items}
        onSelect={onSelect}
        align={align}
        {...(finalFocus ? { popup: { finalFocus } } : {})}
      />
    </Base.Root>
  );
}

/** Where a menu opens: at an element, or at the point of a press. */
export type MenuAnchor = Element | { readonly getBoundingClientRect: () => DOMRect };

type AnchoredMenuProps = {
  readonly anchor: MenuAnchor;
  readonly items: readonly MenuItem[];
  readonly onSelect: (id: string) => void;
  readonly onClose: () => void;
  readonly align?: MenuAlign;
  readonly label: string;
  /** Whether a key opened it: the first item then has the focus, as in a menu with a trigger. */
  readonly isOpenedByKey: boolean;
  /** What gets the focus when the menu closes. */
  readonly finalFocus: () => HTMLElement | null;
};

/** A menu that is open while it is mounted: one for all rows of a list, because a list has many, or one of a screen. */
export function AnchoredMenu(props: AnchoredMenuProps) {
  const { anchor, items, onSelect, onClose, align = 'end', label, isOpenedByKey, finalFocus } = props;
  useDismissOnBack(true, onClose);
  const firstItem = useRef<HTMLElement>(null);
  // Only a menu that is completely open knows its items: earlier, the arrow keys would begin at the first one again.
  const onOpened = () => (isOpenedByKey ? firstItem.current?.focus({ preventScroll: true }) : undefined);
  return (
    <Base.Root
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      onOpenChangeComplete={(open) => (open ? onOpened() : undefined)}
    >
      <MenuItems
        anchor={anchor}
        items={items}
        onSelect={onSelect}
        align={align}
        firstItem={firstItem}
        popup={{ finalFocus, 'aria-label': label }}
      />
    </Base.Root>
  );
}

type MenuItemsProps = Pick<MenuProps, 'items' | 'onSelect'> & {
  readonly anchor?: MenuAnchor;
  readonly align: MenuAlign;
  readonly firstItem?: RefObject<HTMLElement | null>;
  readonly popup?: ComponentProps<typeof Base.Popup>;
};

function MenuItems({ anchor, items, onSelect, align, firstItem, popup }: MenuItemsProps) {
  return (
    <Base.Portal>
      <Base.Positioner
        className={styles.positioner}
        {...(anchor ? { anchor } : {})}
        align={align}
        sideOffset={4}
        collisionPadding={8}
      >
        <Base.Popup {...popup} className={styles.popup}>
          {items.map((item, index) => (
            <Base.Item
              key={item.id}
              ref={index === 0 ? (firstItem ?? null) : null}
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
          ))}
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  );
}
