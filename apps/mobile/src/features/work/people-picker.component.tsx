import { useDeferredValue, useEffect, useId, useRef, useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { ApiError, useErrorText } from '../../platform/api/index.ts';
import type { ChosenPerson } from '../../platform/outbox/index.ts';
import { Button, IconButton } from '../../ui/button.component.tsx';
import { CheckIcon, CloseIcon } from '../../ui/icons.component.tsx';
import { List, ListRow } from '../../ui/list.component.tsx';
import { SearchField } from '../../ui/search-field.component.tsx';
import { Sheet } from '../../ui/sheet.component.tsx';
import { SkeletonList } from '../../ui/skeleton.component.tsx';
import { EmptyState, ErrorState } from '../../ui/state.component.tsx';
import { useCandidates } from './candidates.queries.ts';
import { toggledPerson } from './people.rules.ts';
import styles from './people-picker.module.css';

type PeoplePickerProps = {
  readonly label: string;
  readonly most: number;
  /** Ids of the people who cannot be selected. */
  readonly without: readonly string[];
  readonly chosen: readonly ChosenPerson[];
  /** Whether to show that a person must be selected. */
  readonly missing: boolean;
  readonly onChange: (people: readonly ChosenPerson[]) => void;
};

/**
 * Selects the people to whom a task is transferred, or who approve first. The selected ones are listed; others
 * are found in a sheet with a search.
 */
export function PeoplePicker(props: PeoplePickerProps) {
  const { label, most, chosen, missing, onChange } = props;
  const { work, common } = useTexts();
  const [isOpen, setOpen] = useState(false);
  const errorId = useId();
  const chooser = useRef<HTMLButtonElement>(null);
  // Moves the focus to the missing input.
  useEffect(() => {
    if (missing) chooser.current?.focus();
  }, [missing]);
  return (
    <section className={styles.field} aria-label={label}>
      <h2 className={styles.label}>{label}</h2>
      {chosen.length === 0 ? null : (
        <ul className={styles.chosen}>
          {chosen.map((person) => (
            <li key={person.fid} className={styles.person}>
              {person.name}
              <IconButton
                label={work.people.remove(person.name)}
                onClick={() => onChange(toggledPerson(chosen, person, most))}
              >
                <CloseIcon size={16} />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <Button
        ref={chooser}
        wide
        aria-describedby={missing ? errorId : undefined}
        onClick={() => setOpen(true)}
      >
        {work.people.choose}
      </Button>
      {missing ? (
        <p id={errorId} className={styles.error} role="alert">
          {work.people.choose}
        </p>
      ) : null}
      <Sheet
        open={isOpen}
        title={label}
        closeLabel={common.close}
        onDismiss={() => setOpen(false)}
        actions={
          most === 1 ? undefined : (
            <Button wide look="primary" onClick={() => setOpen(false)}>
              {work.people.chosen(chosen.length)} · {common.ok}
            </Button>
          )
        }
      >
        <Candidates
          {...props}
          onChange={(people) => {
            onChange(people);
            if (most === 1 && people.length === 1) setOpen(false);
          }}
        />
      </Sheet>
    </section>
  );
}

function Candidates({ most, without, chosen, onChange }: PeoplePickerProps) {
  const { work, common } = useTexts();
  const errorOf = useErrorText();
  const [text, setText] = useState('');
  const keyword = useDeferredValue(text.trim());
  const { people, error, isPending, isFetching, hasNextPage, fetchNextPage, refetch } =
    useCandidates(keyword);
  const shown = people.filter(({ fid }) => !without.includes(fid));
  const isFull = most > 1 && chosen.length >= most;
  return (
    <>
      <SearchField
        label={work.people.search}
        value={text}
        onChange={(value) => setText(value.slice(0, 100))}
        clearLabel={common.clear}
      />
      {isFull ? <output className={styles.hint}>{work.people.most(most)}</output> : null}
      {isPending ? <SkeletonList label={common.loading} rows={4} /> : null}
      {error === null ? null : (
        <ErrorState
          text={textOf(error, work.people) ?? errorOf(error)}
          retryLabel={common.retry}
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {!isPending && error === null && shown.length === 0 ? (
        <EmptyState title={keyword === '' ? work.people.none : work.people.noMatch} />
      ) : null}
      <List className={styles.list}>
        {shown.map(({ fid, name, org }) => {
          const isChosen = chosen.some((person) => person.fid === fid);
          return (
            <ListRow
              key={fid}
              title={name}
              detail={org?.name}
              selected={isChosen}
              trailing={isChosen ? <CheckIcon size={20} /> : undefined}
              onPress={() => onChange(toggledPerson(chosen, { fid, name }, most))}
            />
          );
        })}
      </List>
      {hasNextPage ? (
        <Button wide look="quiet" loading={isFetching} onClick={() => void fetchNextPage()}>
          {common.more}
        </Button>
      ) : null}
    </>
  );
}

function textOf(
  error: Error,
  people: { readonly notAllowed: string; readonly offline: string },
): string | null {
  if (!(error instanceof ApiError)) return null;
  if (error.code === 'work.not_allowed') return people.notAllowed;
  return error.code === 'app.offline' ? people.offline : null;
}
