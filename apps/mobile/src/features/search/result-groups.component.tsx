import { Button } from '@sealflow/ui/inputs/button.component.tsx';
import { List } from '@sealflow/ui/lists/list.component.tsx';
import { EmptyState } from '@sealflow/ui/status/state.component.tsx';
import { useId } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { ListState } from '../../shell/notices/list-state.component.tsx';
import { ResultRow } from './result-row.component.tsx';
import styles from './search.module.css';
import { useAllResults, type useTopResults } from './search.queries.ts';
import { resultKey } from './search.rules.ts';
import { type Result, type ResultType, resultTypes } from './search.types.ts';

type RowsProps = {
  readonly results: readonly Result[];
  readonly keyword: string;
  readonly onOpen: (result: Result) => void;
};

const Rows = ({ results, keyword, onOpen }: RowsProps) => (
  <List>
    {results.map((result) => (
      <ResultRow key={resultKey(result)} result={result} keyword={keyword} onOpen={onOpen} />
    ))}
  </List>
);

function NothingFound({ keyword }: { readonly keyword: string }) {
  const { search } = useTexts();
  return <EmptyState title={search.nothingFound(keyword)} hint={search.nothingFoundHint} />;
}

export type Groups = Readonly<Record<ResultType, ReturnType<typeof useTopResults>>>;

type GroupsProps = Omit<RowsProps, 'results'> & {
  readonly groups: Groups;
  readonly onShowAll: (type: ResultType) => void;
};

/** The first results of each type. */
export function ResultGroups({ groups, keyword, onOpen, onShowAll }: GroupsProps) {
  const all = resultTypes.map((type) => groups[type]);
  if (all.every(({ data, error }) => error === null && data?.total === 0))
    return <NothingFound keyword={keyword} />;
  return resultTypes.map((type) => (
    <Group key={type} type={type} group={groups[type]} {...{ keyword, onOpen, onShowAll }} />
  ));
}

type GroupProps = Omit<GroupsProps, 'groups'> & {
  readonly type: ResultType;
  readonly group: Groups[ResultType];
};

function Group({ type, group, keyword, onOpen, onShowAll }: GroupProps) {
  const { search } = useTexts();
  const headingID = useId();
  const { data, error, isPending, isFetching, refetch } = group;
  const results = data?.results ?? [];
  if (!isPending && error === null && results.length === 0) return null;
  const total = data?.total ?? 0;
  return (
    <section aria-labelledby={headingID}>
      <h2 id={headingID} className={styles.heading}>
        {data === undefined ? search.types[type] : search.typeCount(search.types[type], total)}
      </h2>
      <ListState
        pending={isPending}
        error={error}
        retrying={isFetching}
        onRetry={() => void refetch()}
        count={results.length}
        skeletonRows={2}
        empty={null}
      >
        <Rows results={results} keyword={keyword} onOpen={onOpen} />
        {total > results.length ? (
          <div className={styles.showAll}>
            <Button variant="quiet" wide onClick={() => onShowAll(type)}>
              {search.showAll(total)}
            </Button>
          </div>
        ) : null}
      </ListState>
    </section>
  );
}

type AllProps = Omit<RowsProps, 'results'> & { readonly type: ResultType };

/** All results of one type. */
export function AllResults({ type, keyword, onOpen }: AllProps) {
  const { search } = useTexts();
  const { results, error, isPending, isFetching, isStored, hasNextPage, fetchNextPage, refetch } =
    useAllResults(type, keyword);
  return (
    <>
      {isStored ? <p className={styles.note}>{search.stored}</p> : null}
      <ListState
        pending={isPending}
        error={error}
        retrying={isFetching}
        onRetry={() => void refetch()}
        count={results.length}
        empty={<NothingFound keyword={keyword} />}
      >
        <Rows results={results} keyword={keyword} onOpen={onOpen} />
        {hasNextPage ? (
          <div className={styles.showAll}>
            <Button variant="quiet" wide loading={isFetching} onClick={() => void fetchNextPage()}>
              {search.more}
            </Button>
          </div>
        ) : null}
      </ListState>
    </>
  );
}
