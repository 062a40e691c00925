import { classNames } from '@sealflow/ui/class-names.util.ts';
import { SearchField } from '@sealflow/ui/inputs/search-field.component.tsx';
import { useTexts } from '../../i18n/index.ts';
import type { DocumentList } from '../../platform/documents/recent-files.repository.ts';
import styles from './documents.module.css';

const lists: readonly DocumentList[] = ['recent', 'download'];

type FilterBarProps = {
  readonly list: DocumentList;
  readonly text: string;
  readonly onList: (list: DocumentList) => void;
  readonly onText: (text: string) => void;
};

export function FilterBar({ list, text, onList, onText }: FilterBarProps) {
  const { documents } = useTexts();
  return (
    <div className={styles.filter}>
      <fieldset className={styles.lists} aria-label={documents.lists}>
        {lists.map((id) => (
          <button
            key={id}
            type="button"
            className={classNames(styles.list, id === list && styles.current)}
            aria-pressed={id === list}
            onClick={() => onList(id)}
          >
            {documents.tabs[id]}
          </button>
        ))}
      </fieldset>
      <SearchField
        label={documents.search}
        clearLabel={documents.clearSearch}
        value={text}
        onChange={onText}
      />
    </div>
  );
}
