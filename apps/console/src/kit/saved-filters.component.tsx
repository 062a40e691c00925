import { useState } from 'react';
import {
  Button as AriaButton,
  Header,
  Menu,
  MenuItem,
  MenuSection,
  MenuTrigger,
  Popover,
} from 'react-aria-components';
import { useTexts } from '../i18n/index.ts';
import { usePersonPreference } from '../platform/person-preference.hook.ts';
import { usePreferenceStore } from '../platform/person-preference.store.ts';
import { Button } from './button.component.tsx';
import { ConfirmDialog } from './confirm-dialog.component.tsx';
import { TextInput } from './fields.component.tsx';
import type { ListState } from './list-state.hook.ts';
import menuStyles from './menu.module.css';
import { focusPageTitle } from './page-title.util.ts';
import styles from './saved-filters.module.css';

type SavedFilter = { readonly name: string; readonly values: Readonly<Record<string, string>> };

const isSavedFilter = (value: unknown): value is SavedFilter =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  typeof value.name === 'string' &&
  'values' in value &&
  typeof value.values === 'object' &&
  value.values !== null;

const readSaved = (stored: unknown): readonly SavedFilter[] =>
  Array.isArray(stored) ? stored.filter(isSavedFilter) : [];

const isSame = (a: SavedFilter['values'], b: SavedFilter['values']) =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].every((key) => a[key] === b[key]);

type SavedFiltersProps = {
  /** Name under which the filters of this list are stored. */
  readonly name: string;
  readonly list: ListState;
};

/** Filters of a list that the person saved under a name, and the way back to the whole list. */
export function SavedFilters({ name, list }: SavedFiltersProps) {
  const { common } = useTexts();
  const texts = common.savedFilters;
  const [saved, store] = usePersonPreference(`filters:${name}`, readSaved);
  const [asked, setAsked] = useState<'save' | 'rename' | null>(null);
  const applied = saved.find(({ values }) => isSame(values, list.filters));
  if (saved.length === 0 && !list.isFiltered) return null;
  const apply = (filter: SavedFilter) => {
    const none = Object.fromEntries(Object.keys(list.filters).map((key) => [key, undefined]));
    list.change({ ...none, ...filter.values });
  };
  return (
    <div className={styles.place}>
      <MenuTrigger>
        <AriaButton className={`${menuStyles.trigger} ${styles.trigger}`}>
          {applied?.name ?? texts.title} <span aria-hidden="true">▾</span>
        </AriaButton>
        <Popover className={menuStyles.popover ?? ''}>
          <Menu className={menuStyles.menu ?? ''} aria-label={texts.title}>
            {saved.length === 0 ? null : (
              <MenuSection selectionMode="single" selectedKeys={applied ? [applied.name] : []}>
                <Header className={menuStyles.header}>{texts.title}</Header>
                {saved.map((one) => (
                  <MenuItem
                    key={one.name}
                    id={one.name}
                    className={menuStyles.item ?? ''}
                    onAction={() => apply(one)}
                  >
                    {one.name}
                  </MenuItem>
                ))}
              </MenuSection>
            )}
            <MenuSection aria-label={texts.acts}>
              {applied ? (
                <>
                  <MenuItem className={menuStyles.item ?? ''} onAction={() => setAsked('rename')}>
                    {texts.rename(applied.name)}
                  </MenuItem>
                  <MenuItem
                    className={`${menuStyles.item} ${menuStyles.danger}`}
                    onAction={() => store(saved.filter((one) => one !== applied))}
                  >
                    {texts.remove(applied.name)}
                  </MenuItem>
                </>
              ) : (
                <MenuItem
                  className={menuStyles.item ?? ''}
                  isDisabled={!list.isFiltered}
                  onAction={() => setAsked('save')}
                >
                  {texts.save}
                </MenuItem>
              )}
            </MenuSection>
          </Menu>
        </Popover>
      </MenuTrigger>
      {list.isFiltered ? (
        <Button
          kind="quiet"
          onPress={() => {
            list.clear();
            focusPageTitle();
          }}
        >
          {common.clearFilters}
        </Button>
      ) : null}
      {asked === null ? null : (
        <NameDialog
          title={asked === 'save' ? texts.save : texts.rename(applied?.name ?? '')}
          name={asked === 'save' ? '' : (applied?.name ?? '')}
          taken={saved.filter((one) => one !== applied).map((one) => one.name)}
          onName={(chosen) => {
            const renamed = { name: chosen, values: applied?.values ?? list.filters };
            store(applied ? saved.map((one) => (one === applied ? renamed : one)) : [...saved, renamed]);
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  );
}

type NameDialogProps = {
  readonly title: string;
  readonly name: string;
  /** Names of the other filters. */
  readonly taken: readonly string[];
  readonly onName: (name: string) => void;
  readonly onClose: () => void;
};

const maxNameLength = 40;

function NameDialog({ title, taken, onName, onClose, ...props }: NameDialogProps) {
  const { common } = useTexts();
  const texts = common.savedFilters;
  const { isFull } = usePreferenceStore();
  const [typed, setTyped] = useState(props.name);
  const name = typed.trim();
  const isTaken = taken.includes(name);
  return (
    <ConfirmDialog
      title={title}
      confirmLabel={common.save}
      isDisabled={name === '' || isTaken}
      onConfirm={async () => onName(name)}
      onClose={onClose}
    >
      <TextInput
        label={texts.name}
        hint={isFull ? common.preferencesFull : texts.hint}
        error={isTaken ? texts.taken : undefined}
        value={typed}
        onChange={setTyped}
        maxLength={maxNameLength}
      />
    </ConfirmDialog>
  );
}
