import { CheckIcon, CloseIcon } from '@sealflow/ui/icons.component.tsx';
import { Button, IconButton } from '@sealflow/ui/inputs/button.component.tsx';
import { SearchField } from '@sealflow/ui/inputs/search-field.component.tsx';
import { List, ListRow } from '@sealflow/ui/lists/list.component.tsx';
import { Sheet } from '@sealflow/ui/overlays/sheet.component.tsx';
import { SkeletonList } from '@sealflow/ui/status/skeleton.component.tsx';
import { EmptyState, ErrorState } from '@sealflow/ui/status/state.component.tsx';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useId, useRef, useState } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { ApiError, useApi, useErrorText } from '../../../platform/api/index.ts';
import type { ChosenPerson } from '../../../platform/outbox/index.ts';
import { useWorkTenant, workKeys } from '../work-tenant.hook.ts';
import { togglePerson } from './people.rules.ts';
import styles from './people-picker.module.css';

type PeoplePickerProps = {
  readonly label: string;
  readonly maxPeople: number;
  /** Ids of the people who cannot be selected. */
  readonly excluded: readonly string[];
  readonly peopleTextDraft: readonly ChosenPerson[];
  /** Whether to show that a person must be selected. */
  readonly isMissing: boolean;
  readonly onChange: (people: readonly ChosenPerson[]) => void;
};

/**
 * Selects the people to whom a task is transferred, or who approve first. The selected ones are listed; others
 * are found in a sheet with a search.
 */
export function PeoplePicker(props: PeoplePickerProps) {
  const { label, maxPeople, peopleTextDraft, isMissing, onChange } = props;
  const { work, common } = useTexts();
  const [isOpen, setOpen] = useState(false);
  const errorId = useId();
  const chooseButton = useRef<HTMLButtonElement>(null);
  // Moves the focus to the missing input.
  useEffect(() => {
    if (isMissing) chooseButton.current?.focus();
  }, [isMissing]);
  return (
    <section className={styles.field} aria-label={label}>
      <h2 className={styles.label}>{label}</h2>
      {peopleTextDraft.length === 0 ? null : (
        <ul className={styles.chosen}>
          {peopleTextDraft.map((person) => (
            <li key={person.fid} className={styles.person}>
              {person.name}
              <IconButton
                label={work.people.remove(person.name)}
                onClick={() => onChange(togglePerson(peopleTextDraft, person, maxPeople))}
              >
                <CloseIcon size={16} />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <Button
        ref={chooseButton}
        wide
        aria-describedby={isMissing ? errorId : undefined}
        onClick={() => setOpen(true)}
      >
        {work.people.choose}
      </Button>
      {isMissing ? (
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
          maxPeople === 1 ? undefined : (
            <Button wide variant="primary" onClick={() => setOpen(false)}>
              {work.people.chosen(peopleTextDraft.length)} · {common.ok}
            </Button>
          )
        }
      >
        <Candidates
          {...props}
          onChange={(people) => {
            onChange(people);
            if (maxPeople === 1 && people.length === 1) setOpen(false);
          }}
        />
      </Sheet>
    </section>
  );
}

function Candidates({ maxPeople, excluded, peopleTextDraft, onChange }: PeoplePickerProps) {
  const { work, common } = useTexts();
  const errorOf = useErrorText();
  const [text, setText] = useState('');
  const keyword = useDeferredValue(text.trim());
  const { people, error, isPending, isFetching, hasNextPage, fetchNextPage, refetch } =
    useCandidates(keyword);
  const candidates = people.filter(({ fid }) => !excluded.includes(fid));
  const isFull = maxPeople > 1 && peopleTextDraft.length >= maxPeople;
  return (
    <>
      <SearchField
        label={work.people.search}
        value={text}
        onChange={(value) => setText(value.slice(0, 100))}
        clearLabel={common.clear}
      />
      {isFull ? <output className={styles.hint}>{work.people.most(maxPeople)}</output> : null}
      {isPending ? <SkeletonList label={common.loading} rows={4} /> : null}
      {error === null ? null : (
        <ErrorState
          text={textOf(error, work.people) ?? errorOf(error)}
          retryLabel={common.retry}
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {!isPending && error === null && candidates.length === 0 ? (
        <EmptyState title={keyword === '' ? work.people.none : work.people.noMatch} />
      ) : null}
      <List className={styles.list}>
        {candidates.map(({ fid, name, org }) => {
          const isChosen = peopleTextDraft.some((person) => person.fid === fid);
          return (
            <ListRow
              key={fid}
              title={name}
              detail={org?.name}
              selected={isChosen}
              trailing={isChosen ? <CheckIcon size={20} /> : undefined}
              onPress={() => onChange(togglePerson(peopleTextDraft, { fid, name }, maxPeople))}
            />
          );
        })}
      </List>
      {hasNextPage ? (
        <Button wide variant="quiet" loading={isFetching} onClick={() => void fetchNextPage()}>
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

const pageSize = 30;

/** People who can receive a task, searched by name. */
function useCandidates(keyword: string) {
  const api = useApi();
  const { tid } = useWorkTenant();
  const query = useInfiniteQuery({
    queryKey: [...workKeys.all(tid), 'candidates', keyword],
    queryFn: ({ pageParam, signal }) =>
      api.call('GET /api/v1/tenants/{tid}/user-candidates', {
        params: { tid },
        query: { skip: pageParam, limit: pageSize, ...(keyword === '' ? {} : { keyword }) },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) =>
      pages.length * pageSize < last.total ? pages.length * pageSize : undefined,
    // The former results stay in place while the next ones load, so that a tap does not miss.
    placeholderData: (before) => before,
    staleTime: 60_000,
  });
  return { ...query, people: query.data?.pages.flatMap(({ data }) => data) ?? [] };
}
