import { ChevronDownIcon, ChevronRightIcon } from '@sealflow/ui/icons.component.tsx';
import { IconButton } from '@sealflow/ui/inputs/button.component.tsx';
import type { OutlineItem } from '@sealflow/viewers/viewer/viewer.types.ts';
import { useState } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import styles from './contents.module.css';

type OutlineListProps = {
  readonly items: readonly OutlineItem[];
  /** The visible page. */
  readonly page: number;
  readonly onGoToPage: (item: OutlineItem) => void;
};

/** A short outline is fully expanded. A long one is expanded only down to the current chapter. */
const maxExpandedEntries = 40;

const countEntries = (items: readonly OutlineItem[]): number =>
  items.reduce((sum, item) => sum + 1 + countEntries(item.items), 0);

/** The last entry that starts on or before a page. */
function entryOf(items: readonly OutlineItem[], page: number): OutlineItem | null {
  let found: OutlineItem | null = null;
  for (const item of items) {
    if (item.page !== null && item.page > page) break;
    found = entryOf(item.items, page) ?? (item.page === null ? found : item);
  }
  return found;
}

const containsItem = (item: OutlineItem, wanted: OutlineItem | null): boolean =>
  item === wanted || item.items.some((child) => containsItem(child, wanted));

export function OutlineList({ items, page, onGoToPage: onSelectItem }: OutlineListProps) {
  const current = entryOf(items, page);
  const isExpanded = countEntries(items) <= maxExpandedEntries;
  return (
    <ul className={styles.outline}>
      {items.map((item, index) => (
        <Entry
          // oxlint-disable-next-line react/no-array-index-key -- chapters may have the same title and never change their order
          key={index}
          item={item}
          current={current}
          isExpanded={isExpanded}
          onSelectItem={onSelectItem}
        />
      ))}
    </ul>
  );
}

type EntryProps = {
  readonly item: OutlineItem;
  readonly current: OutlineItem | null;
  readonly isExpanded: boolean;
  readonly onSelectItem: (item: OutlineItem) => void;
};

function Entry({ item, current, isExpanded, onSelectItem }: EntryProps) {
  const { preview } = useTexts();
  const [isOpen, setOpen] = useState(() => isExpanded || (item !== current && containsItem(item, current)));
  const isCurrent = item === current;
  return (
    <li>
      <div className={styles.entry} data-current={isCurrent || undefined}>
        {item.items.length === 0 ? (
          <span className={styles.leaf} />
        ) : (
          <IconButton
            label={isOpen ? preview.fold(item.title) : preview.unfold(item.title)}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? <ChevronDownIcon size={18} /> : <ChevronRightIcon size={18} />}
          </IconButton>
        )}
        <button
          ref={isCurrent ? scrollIntoCenter : undefined}
          type="button"
          className={styles.chapter}
          aria-current={isCurrent ? 'location' : undefined}
          onClick={() => onSelectItem(item)}
        >
          <span className={styles.title}>{item.title}</span>
          {item.page === null ? null : (
            <span className={styles.number}>
              <span className="visually-hidden">{preview.pageLabel(item.page)}</span>
              <span aria-hidden="true">{item.page}</span>
            </span>
          )}
        </button>
      </div>
      {isOpen && item.items.length > 0 ? (
        <ul className={styles.inner}>
          {item.items.map((child, index) => (
            <Entry
              // oxlint-disable-next-line react/no-array-index-key -- chapters may have the same title and never change their order
              key={index}
              item={child}
              current={current}
              isExpanded={isExpanded}
              onSelectItem={onSelectItem}
            />
          ))}
        </ul>
      ) : null}
    </li>
  );
}

function scrollIntoCenter(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'center' });
}
