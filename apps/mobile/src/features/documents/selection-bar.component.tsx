import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../ui/button.component.tsx';
import { focusIfLost } from '../../ui/catch-focus.util.ts';
import styles from './documents.module.css';
import { type Selection, selectAll, selectedCount, startSelection } from './selection.rules.ts';

type SelectionBarProps = {
  readonly selection: Selection;
  readonly total: number;
  readonly onSelect: (selection: Selection) => void;
  readonly onRemove: () => void;
};

/** The actions of multi-select; replaces the bottom bar of the screen. */
export function SelectionBar({ selection, total, onSelect, onRemove }: SelectionBarProps) {
  const { documents } = useTexts();
  const count = selectedCount(selection, total);
  const all = count === total && total > 0;
  return (
    <div className={styles.selectionBar}>
      <Button ref={focusIfLost} variant="quiet" onClick={() => onSelect(all ? startSelection() : selectAll)}>
        {all ? documents.selectNone : documents.selectAll}
      </Button>
      <output className={styles.selectionCount}>{documents.selected(count)}</output>
      <Button variant="danger" disabled={count === 0} onClick={onRemove}>
        {documents.remove}
      </Button>
    </div>
  );
}
