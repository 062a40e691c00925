import { classNames } from '@sealflow/ui/class-names.util.ts';
import { CheckIcon } from '@sealflow/ui/icons.component.tsx';
import { sizeText } from '@sealflow/viewers/texts/sizes.ts';
import type { MouseEvent } from 'react';
import { shortTime } from '../../i18n/dates.ts';
import { useLanguage, useTexts } from '../../i18n/index.ts';
import type { RecentFile } from '../../platform/documents/recent-files.repository.ts';
import { usePlatform } from '../../platform/index.ts';
import { useRowPress } from '../../shell/lists/row-press.hook.ts';
import styles from './documents.module.css';
import { FileIcon } from './file-icon.component.tsx';

type DocumentRowProps = {
  readonly record: RecentFile;
  /** Null outside of multi-select. */
  readonly selected: boolean | null;
  /** Whether its preview is open beside the list. */
  readonly isCurrent: boolean;
  readonly onPress: (event: MouseEvent) => void;
  readonly onLongPress: () => void;
  /** Undefined in multi-select. */
  readonly onContextMenu: ((event: MouseEvent<HTMLElement>) => void) | undefined;
};

export function DocumentRow(props: DocumentRowProps) {
  const { record, selected, isCurrent, onPress, onLongPress, onContextMenu } = props;
  const { documents, common } = useTexts();
  const language = useLanguage();
  const { clock } = usePlatform();
  const pressHandlers = useRowPress({ onPress, onLongPress, onContextMenu });
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
      {...pressHandlers}
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
