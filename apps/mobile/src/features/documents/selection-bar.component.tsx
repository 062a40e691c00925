import { Button } from '@sealflow/ui/inputs/button.component.tsx';
import { focusIfLost } from '@sealflow/ui/overlays/catch-focus.util.ts';
import { useTexts } from '../../i18n/index.ts';
import styles from './documents.module.css';
import { type Selection, selectAll, selectedCount, startSelection } from './selection.rules.ts';

type SelectionBarProps = {
  readonly selection: Selection;
  readonly total: number;
  /** Whether everything selected is pinned already. */
  readonly isPinned: boolean;
  readonly onSelect: (selection: Selection) => void;
  readonly onPin: () => void;
  readonly onUnpin: () => void;
  readonly onCompare: () => void;
  readonly onRemove: () => void;
};

/** The actions of multi-select; replaces the bottom bar of the screen. */
export function SelectionBar(props: SelectionBarProps) {
  const { selection, total, isPinned, onSelect, onPin, onUnpin, onCompare, onRemove } = props;
  const { documents, compare } = useTexts();
  const count = selectedCount(selection, total);
  const all = count === total && total > 0;
  return (
    <div className={styles.selectionBar}>
      <Button ref={focusIfLost} variant="quiet" onClick={() => onSelect(all ? startSelection() : selectAll)}>
        {all ? documents.selectNone : documents.selectAll}
      </Button>
      <output className={styles.selectionCount}>{documents.selected(count)}</output>
      <span className={styles.selectionActions}>
        {count === 2 ? <Button onClick={onCompare}>{compare.action}</Button> : null}
        <Button disabled={count === 0} onClick={isPinned ? onUnpin : onPin}>
          {isPinned ? documents.unpin : documents.pin}
        </Button>
        <Button variant="danger" disabled={count === 0} onClick={onRemove}>
          {documents.remove}
        </Button>
      </span>
    </div>
  );
}
