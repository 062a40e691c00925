import { ChevronDownIcon } from '@sealflow/ui/icons.component.tsx';
import { IconButton } from '@sealflow/ui/inputs/button.component.tsx';
import { useTexts } from '../../../i18n/index.ts';
import { useShortcutProps } from '../../../shell/shortcuts/shortcut-props.hook.ts';
import { useShortcut } from '../../../shell/shortcuts/shortcuts.store.ts';
import { ChevronUpIcon, SwapIcon, WhiteSpaceIcon } from '../icons.component.tsx';
import tools from '../layer/tools.module.css';
import styles from './compare-tools.module.css';

type CompareToolsProps = {
  readonly changeCount: number;
  /** The number of the change that is shown, from 1; 0 without changes. */
  readonly current: number;
  readonly onChange: (change: number) => void;
  readonly onSwap: () => void;
  /** Null where white space is never compared. */
  readonly whiteSpace: {
    readonly isIgnored: boolean;
    readonly onChange: (isIgnored: boolean) => void;
  } | null;
};

/** The toolbar of a comparison: the way through the changes, and what is compared. */
export function CompareTools({ changeCount, current, onChange, onSwap, whiteSpace }: CompareToolsProps) {
  const { compare } = useTexts();
  const hasChanges = changeCount > 0;
  const step = (by: number) => onChange(((current - 1 + by + changeCount) % changeCount) + 1);
  const next = () => step(1);
  const previous = () => step(-1);
  const nextKey = useShortcutProps('nextChange', compare.next);
  const previousKey = useShortcutProps('previousChange', compare.previous);
  useShortcut('nextChange', hasChanges ? next : null);
  useShortcut('previousChange', hasChanges ? previous : null);
  return (
    <div className={tools.tools} role="toolbar" aria-label={compare.tools}>
      <IconButton label={compare.previous} {...previousKey} disabled={!hasChanges} onClick={previous}>
        <ChevronUpIcon />
      </IconButton>
      <output className={styles.count}>
        {hasChanges ? (
          <>
            <span aria-hidden="true">{compare.changeShort(current, changeCount)}</span>
            <span className="visually-hidden">{compare.changeOf(current, changeCount)}</span>
          </>
        ) : (
          compare.noChanges
        )}
      </output>
      <IconButton label={compare.next} {...nextKey} disabled={!hasChanges} onClick={next}>
        <ChevronDownIcon />
      </IconButton>
      {whiteSpace === null ? null : (
        <IconButton
          label={compare.ignoreWhiteSpace}
          className={tools.toggle}
          aria-pressed={whiteSpace.isIgnored}
          onClick={() => whiteSpace.onChange(!whiteSpace.isIgnored)}
        >
          <WhiteSpaceIcon />
        </IconButton>
      )}
      <IconButton label={compare.swap} onClick={onSwap}>
        <SwapIcon />
      </IconButton>
    </div>
  );
}
