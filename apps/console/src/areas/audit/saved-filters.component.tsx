import { useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../kit/button.component.tsx';
import { ConfirmDialog } from '../../kit/confirm-dialog.component.tsx';
import { SelectInput, TextInput } from '../../kit/fields.component.tsx';
import type { ListState } from '../../kit/list-state.hook.ts';
import { readPreference, writePreference } from '../../platform/preferences.util.ts';
import styles from './audit.module.css';
import type { AuditScope } from './audit.queries.ts';
import { filterNames } from './audit-filter.rules.ts';

type SavedFilter = { readonly name: string; readonly values: Readonly<Record<string, string>> };

const isSavedFilter = (value: unknown): value is SavedFilter =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  typeof value.name === 'string' &&
  'values' in value &&
  typeof value.values === 'object' &&
  value.values !== null;

function readSaved(preference: string): readonly SavedFilter[] {
  const stored = readPreference(preference);
  return Array.isArray(stored) ? stored.filter(isSavedFilter) : [];
}

/** Filters that the person saved in this browser under a name. */
export function SavedFilters({ scope, list }: { readonly scope: AuditScope; readonly list: ListState }) {
  const { audit: texts, common } = useTexts();
  const preference = `audit-filters:${scope ?? ''}`;
  const [saved, setSaved] = useState(() => readSaved(preference));
  const [name, setName] = useState<string | null>(null);
  const store = (next: readonly SavedFilter[]) => {
    setSaved(next);
    writePreference(preference, next);
  };
  const current = Object.fromEntries(
    filterNames.flatMap((one) => {
      const value = list.filter(one);
      return value === undefined ? [] : [[one, value] as const];
    }),
  );
  const applied = saved.find(({ values }) =>
    filterNames.every((one) => (values[one] ?? undefined) === (current[one] ?? undefined)),
  );
  return (
    <div className={styles.saved}>
      {saved.length === 0 ? null : (
        <SelectInput
          label={texts.savedFilters}
          value={applied?.name ?? null}
          placeholder={texts.chooseFilter}
          onChange={(chosen) => {
            const found = saved.find((one) => one.name === chosen);
            if (found) list.change(Object.fromEntries(filterNames.map((one) => [one, found.values[one]])));
          }}
          options={saved.map((one) => ({ id: one.name, label: one.name }))}
        />
      )}
      {list.isFiltered && !applied ? (
        <Button kind="quiet" onPress={() => setName('')}>
          {texts.saveFilter}
        </Button>
      ) : null}
      {applied ? (
        <Button kind="quiet" onPress={() => store(saved.filter((one) => one !== applied))}>
          {texts.forgetFilter}
        </Button>
      ) : null}
      {list.isFiltered ? (
        <Button kind="quiet" onPress={list.clear}>
          {common.clearFilters}
        </Button>
      ) : null}
      {name === null ? null : (
        <ConfirmDialog
          title={texts.saveFilter}
          confirmLabel={common.save}
          isDisabled={name.trim() === ''}
          onConfirm={async () =>
            store([
              ...saved.filter((one) => one.name !== name.trim()),
              { name: name.trim(), values: current },
            ])
          }
          onClose={() => setName(null)}
        >
          <TextInput label={texts.filterName} value={name} onChange={setName} maxLength={40} />
          <p>{texts.saveFilterHint}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}
