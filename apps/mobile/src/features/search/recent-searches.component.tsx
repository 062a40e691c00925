import { CloseIcon, SearchIcon } from '@sealflow/ui/icons.component.tsx';
import { Button, IconButton } from '@sealflow/ui/inputs/button.component.tsx';
import { EmptyState } from '@sealflow/ui/status/state.component.tsx';
import { useId } from 'react';
import { useTexts } from '../../i18n/index.ts';
import styles from './search.module.css';
import type { useRecentSearches } from './search.queries.ts';

type RecentSearchesProps = {
  readonly searches: ReturnType<typeof useRecentSearches>;
  readonly onChoose: (text: string) => void;
};

/** What the person searched for last; shown until something is typed. */
export function RecentSearches({ searches, onChoose }: RecentSearchesProps) {
  const { search } = useTexts();
  const headingID = useId();
  const { recent, remove, clear } = searches;
  if (recent.length === 0) return <EmptyState icon={<SearchIcon size={48} />} title={search.hint} />;
  return (
    <section aria-labelledby={headingID}>
      <div className={styles.heading}>
        <h2 id={headingID}>{search.recent}</h2>
        <Button variant="quiet" onClick={clear}>
          {search.clearRecent}
        </Button>
      </div>
      <ul>
        {recent.map((text) => (
          <li key={text} className={styles.recent}>
            <button type="button" className={styles.recentText} onClick={() => onChoose(text)}>
              {text}
            </button>
            <IconButton label={search.removeRecent(text)} onClick={() => remove(text)}>
              <CloseIcon size={18} />
            </IconButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
