import { Button, Header, Menu, MenuItem, MenuSection, MenuTrigger, Popover } from 'react-aria-components';
import { useTexts } from '../i18n/index.ts';
import styles from './menu.module.css';

export type Density = 'comfortable' | 'compact';

type ColumnMenuProps = {
  readonly columns: readonly { readonly id: string; readonly title: string }[];
  readonly hidden: readonly string[];
  readonly density: Density;
  readonly onHiddenChange: (ids: readonly string[]) => void;
  readonly onDensityChange: (density: Density) => void;
};

/** The menu of a table: which columns it shows and how high its rows are. At least one column stays. */
export function ColumnMenu({ columns, hidden, density, onHiddenChange, onDensityChange }: ColumnMenuProps) {
  const texts = useTexts().common;
  const shown = columns.map(({ id }) => id).filter((id) => !hidden.includes(id));
  return (
    <MenuTrigger>
      <Button className={styles.trigger ?? ''}>{texts.columns}</Button>
      <Popover className={styles.popover ?? ''}>
        <Menu className={styles.menu ?? ''} aria-label={texts.columns}>
          <MenuSection
            selectionMode="multiple"
            selectedKeys={shown}
            disallowEmptySelection
            onSelectionChange={(keys) => {
              const kept = keys === 'all' ? columns.map(({ id }) => id) : [...keys].map(String);
              onHiddenChange(columns.map(({ id }) => id).filter((id) => !kept.includes(id)));
            }}
          >
            <Header className={styles.header}>{texts.columns}</Header>
            {columns.map(({ id, title }) => (
              <MenuItem key={id} id={id} className={styles.item ?? ''}>
                {title}
              </MenuItem>
            ))}
          </MenuSection>
          <MenuSection
            selectionMode="single"
            selectedKeys={[density]}
            disallowEmptySelection
            onSelectionChange={(keys) => {
              if (keys !== 'all') onDensityChange(keys.has('compact') ? 'compact' : 'comfortable');
            }}
          >
            <Header className={styles.header}>{texts.density}</Header>
            {(['comfortable', 'compact'] as const).map((one) => (
              <MenuItem key={one} id={one} className={styles.item ?? ''}>
                {texts.densities[one]}
              </MenuItem>
            ))}
          </MenuSection>
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
