import { Button, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { useTexts } from '../i18n/index.ts';
import { Button as KitButton } from './button.component.tsx';
import styles from './menu.module.css';

export type MenuAction = {
  readonly id: string;
  readonly label: string;
  readonly isDanger?: boolean;
  readonly onAction: () => void;
};

type ActionMenuProps = {
  readonly label: string;
  readonly actions: readonly MenuAction[];
  /** Whether the button shows an ellipsis, as in the rows of a list. */
  readonly isCompact?: boolean;
};

/** Further acts on an object, behind one button. */
export function ActionMenu({ label, actions, isCompact = false }: ActionMenuProps) {
  if (actions.length === 0) return null;
  return (
    <MenuTrigger>
      <Button className={styles.trigger ?? ''} {...(isCompact ? { 'aria-label': label } : {})}>
        {isCompact ? '⋯' : label}
      </Button>
      <Popover className={styles.popover ?? ''}>
        <Menu className={styles.menu ?? ''} aria-label={label}>
          {actions.map(({ id, label: text, isDanger, onAction }) => (
            <MenuItem
              key={id}
              id={id}
              className={`${styles.item} ${isDanger ? styles.danger : ''}`}
              onAction={onAction}
            >
              {text}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

type SaveBarProps = Omit<ActionMenuProps, 'isCompact'> & {
  /** Id of the form that the button submits. */
  readonly formID: string;
};

/** The foot of a drawer that edits an object: further acts and the button that saves its form. */
export function SaveBar({ formID, ...menu }: SaveBarProps) {
  const { common } = useTexts();
  return (
    <>
      <ActionMenu {...menu} />
      <KitButton type="submit" form={formID} kind="primary">
        {common.save}
      </KitButton>
    </>
  );
}
