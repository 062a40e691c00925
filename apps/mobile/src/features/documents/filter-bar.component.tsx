import { useTexts } from '../../i18n/index.ts';
import type { DocumentList } from '../../platform/documents/recent-files.repository.ts';
import { IconButton } from '../../ui/button.component.tsx';
import { classNames } from '../../ui/class-names.ts';
import { CloseIcon, SearchIcon } from '../../ui/icons.component.tsx';
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
      <div className={styles.search}>
        <SearchIcon size={20} />
        <input
          type="search"
          className={styles.searchField}
          aria-label={documents.search}
          placeholder={documents.search}
          autoComplete="off"
          enterKeyHint="search"
          value={text}
          onChange={(event) => onText(event.target.value)}
        />
        {text === '' ? null : (
          <IconButton label={documents.clearSearch} onClick={() => onText('')}>
            <CloseIcon size={18} />
          </IconButton>
        )}
      </div>
    </div>
  );
}
