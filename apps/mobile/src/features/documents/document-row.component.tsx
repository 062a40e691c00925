import { classNames } from '@sealflow/ui/class-names.util.ts';
import { CheckIcon } from '@sealflow/ui/icons.component.tsx';
import { sizeText } from '@sealflow/viewers/texts/sizes.ts';
import { type MouseEvent, useRef } from 'react';
import { shortTime } from '../../i18n/dates.ts';
import { useLanguage, useTexts } from '../../i18n/index.ts';
import type { RecentFile } from '../../platform/documents/recent-files.repository.ts';
import { usePlatform } from '../../platform/index.ts';
import styles from './documents.module.css';
import { FileIcon } from './file-icon.component.tsx';

const longPressMs = 450;

type DocumentRowProps = {
  readonly record: RecentFile;
  /** Null outside of multi-select. */
  readonly selected: boolean | null;
  /** Whether its preview is open beside the list. */
  readonly isCurrent: boolean;
  readonly onPress: (event: MouseEvent) => void;
  readonly onLongPress: () => void;
};

export function DocumentRow({ record, selected, isCurrent, onPress, onLongPress }: DocumentRowProps) {
  const { documents, common } = useTexts();
  const language = useLanguage();
  const { clock } = usePlatform();
  const pressTimer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const wasLongPress = useRef(false);
  const cancelTimer = () => clearTimeout(pressTimer.current);
  const facts = [
    record.fileSize === null ? null : sizeText(record.fileSize),
    shortTime(record.createAt, { now: clock.now(), language, yesterday: common.yesterday }),
    record.flowName || record.tname,
  ];
  return (
    <button
      type="button"
      className={classNames(styles.row, selected === true && styles.chosen)}
      aria-current={isCurrent ? 'true' : undefined}
      {...(selected === null ? {} : { role: 'checkbox', 'aria-checked': selected })}
      onPointerDown={() => {
        wasLongPress.current = false;
        cancelTimer();
        pressTimer.current = setTimeout(() => {
          wasLongPress.current = true;
          onLongPress();
        }, longPressMs);
      }}
      onPointerUp={cancelTimer}
      onPointerLeave={cancelTimer}
      onPointerCancel={cancelTimer}
      onContextMenu={(event) => event.preventDefault()}
      onClick={(event) => {
        // The click of the long press that started multi-select; it must not toggle a row.
        if (wasLongPress.current) wasLongPress.current = false;
        else onPress(event);
      }}
    >
      {selected === null ? null : (
        <span className={styles.check} data-on={selected} aria-hidden="true">
          {selected ? <CheckIcon size={16} /> : null}
        </span>
      )}
      <FileIcon name={record.fileWholeName} sealed={record.encrypted === 1} />
      <span className={styles.body}>
        <span className={styles.name}>{record.fileWholeName}</span>
        <span className={styles.facts}>
          {record.encrypted === 1 ? <span className="visually-hidden">{documents.sealed}</span> : null}
          {facts.filter(Boolean).join(' · ')}
        </span>
      </span>
    </button>
  );
}
