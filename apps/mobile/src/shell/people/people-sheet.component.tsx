import { Button } from '@sealflow/ui/inputs/button.component.tsx';
import { Checkbox } from '@sealflow/ui/inputs/checkbox.component.tsx';
import { SearchField } from '@sealflow/ui/inputs/search-field.component.tsx';
import itemText from '@sealflow/ui/lists/item-text.module.css';
import { Sheet } from '@sealflow/ui/overlays/sheet.component.tsx';
import { EmptyState } from '@sealflow/ui/status/state.component.tsx';
import { useDeferredValue, useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { ListState } from '../notices/list-state.component.tsx';
import styles from './people.module.css';
import { type Colleague, usePeople } from './people.queries.ts';

type PeopleSheetProps = {
  readonly open: boolean;
  readonly tid: string;
  readonly chosen: readonly Colleague[];
  readonly onChange: (people: readonly Colleague[]) => void;
  readonly onDismiss: () => void;
};

/** A sheet to search colleagues by name and choose some. */
export function PeopleSheet({ open, tid, chosen, onChange, onDismiss }: PeopleSheetProps) {
  const { apply, common } = useTexts();
  return (
    <Sheet
      open={open}
      title={apply.choosePeople}
      closeLabel={common.close}
      onDismiss={onDismiss}
      actions={
        <Button variant="primary" wide onClick={onDismiss}>
          {chosen.length === 0 ? common.ok : apply.chosenPeople(chosen.length)}
        </Button>
      }
    >
      <PeopleSearch tid={tid} chosen={chosen} onChange={onChange} />
    </Sheet>
  );
}

function PeopleSearch({ tid, chosen, onChange }: Omit<PeopleSheetProps, 'open' | 'onDismiss'>) {
  const { apply, common } = useTexts();
  const [query, setQuery] = useState('');
  const { data, error, isPending, isFetching, refetch } = usePeople(tid, useDeferredValue(query.trim()));
  const people = data?.data ?? [];
  const isChosen = (fid: string) => chosen.some((colleague) => colleague.fid === fid);
  return (
    <>
      <SearchField label={apply.searchPeople} value={query} onChange={setQuery} clearLabel={common.clear} />
      <ListState
        pending={isPending}
        error={error}
        retrying={isFetching}
        onRetry={() => void refetch()}
        count={people.length}
        empty={<EmptyState title={apply.nobodyFound} />}
      >
        <ul>
          {people.map(({ fid, name, org }) => (
            <li key={fid}>
              <Checkbox
                className={styles.person}
                checked={isChosen(fid)}
                onChange={({ currentTarget: { checked } }) =>
                  onChange(
                    checked
                      ? [...chosen, { fid, name }]
                      : chosen.filter((colleague) => colleague.fid !== fid),
                  )
                }
              >
                <span className={itemText.words}>
                  <span>{name}</span>
                  {org === null ? null : <span className={itemText.detail}>{org.name}</span>}
                </span>
              </Checkbox>
            </li>
          ))}
        </ul>
        {data !== undefined && data.total > people.length ? (
          <p className={styles.hint}>{apply.morePeople}</p>
        ) : null}
      </ListState>
    </>
  );
}
