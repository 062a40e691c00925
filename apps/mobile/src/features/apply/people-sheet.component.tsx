import { useDeferredValue, useState } from 'react';
import { ListState } from '../../app/shell/list-state.component.tsx';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../ui/button.component.tsx';
import { Checkbox } from '../../ui/checkbox.component.tsx';
import { SearchField } from '../../ui/search-field.component.tsx';
import { Sheet } from '../../ui/sheet.component.tsx';
import { EmptyState } from '../../ui/state.component.tsx';
import styles from './apply.module.css';
import { usePeople } from './apply.queries.ts';
import type { DraftPerson } from './draft.types.ts';

type PeopleSheetProps = {
  readonly open: boolean;
  readonly chosen: readonly DraftPerson[];
  readonly onChange: (people: readonly DraftPerson[]) => void;
  readonly onDismiss: () => void;
};

/** Colleagues to choose among, found by their names. */
export function PeopleSheet({ open, chosen, onChange, onDismiss }: PeopleSheetProps) {
  const { apply, common } = useTexts();
  return (
    <Sheet
      open={open}
      title={apply.choosePeople}
      closeLabel={common.close}
      onDismiss={onDismiss}
      actions={
        <Button look="primary" wide onClick={onDismiss}>
          {chosen.length === 0 ? common.ok : apply.chosenPeople(chosen.length)}
        </Button>
      }
    >
      <People chosen={chosen} onChange={onChange} />
    </Sheet>
  );
}

function People({ chosen, onChange }: Pick<PeopleSheetProps, 'chosen' | 'onChange'>) {
  const { apply, common } = useTexts();
  const [text, setText] = useState('');
  const { data, error, isPending, isFetching, refetch } = usePeople(useDeferredValue(text.trim()));
  const people = data?.data ?? [];
  const isChosen = (fid: string) => chosen.some((one) => one.fid === fid);
  return (
    <>
      <SearchField label={apply.searchPeople} value={text} onChange={setText} clearLabel={common.clear} />
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
                  onChange(checked ? [...chosen, { fid, name }] : chosen.filter((one) => one.fid !== fid))
                }
              >
                <span className={styles.mark}>
                  <span>{name}</span>
                  {org === null ? null : <span className={styles.soft}>{org.name}</span>}
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
