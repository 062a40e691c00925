import { classNames } from '@sealflow/ui/class-names.util.ts';
import { CheckIcon, MoreIcon } from '@sealflow/ui/icons.component.tsx';
import { IconButton } from '@sealflow/ui/inputs/button.component.tsx';
import { sizeText } from '@sealflow/viewers/texts/sizes.ts';
import { type MouseEvent, useId, useRef } from 'react';
import { shortTime } from '../../i18n/dates.ts';
import { useLanguage, useTexts } from '../../i18n/index.ts';
import type { RecentFile } from '../../platform/documents/recent-files.repository.ts';
import { usePlatform } from '../../platform/index.ts';
import { openContextMenu, openMenuAt, useIsMenuOpen } from '../../shell/lists/context-menu.store.ts';
import type { ScreenMenu } from '../../shell/lists/menu-button.component.tsx';
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
  readonly menu: ScreenMenu;
};

/** A document with its menu, which also opens by the second mouse button and by the key of context menus. */
export function DocumentRow(props: DocumentRowProps) {
  const { record, selected, isCurrent, onPress, onLongPress, menu } = props;
  const { documents, common, rows } = useTexts();
  const language = useLanguage();
  const { clock } = usePlatform();
  const menuButton = useRef<HTMLButtonElement>(null);
  const nameID = useId();
  const isMenuOpen = useIsMenuOpen(record.fileID);
  const rowMenu = { ...menu, rowID: record.fileID };
  const pressHandlers = useRowPress({
    onPress,
    onLongPress,
    onContextMenu: (event) => {
      if (menuButton.current !== null) openContextMenu(event, rowMenu, menuButton.current);
    },
  });
  const facts = [
    record.fileSize === null ? null : sizeText(record.fileSize),
    shortTime(record.createAt, { now: clock.now(), language, yesterday: common.yesterday }),
    record.flowName || record.tname,
  ];
  return (
    <div className={styles.line}>
      <button
        type="button"
        className={classNames(styles.row, selected === null ? styles.withMenu : selected && styles.chosen)}
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
          <span id={nameID} className={styles.name}>
            {record.fileWholeName}
          </span>
          <span className={styles.facts}>
            {record.encrypted === 1 ? <span className="visually-hidden">{documents.sealed}</span> : null}
            {facts.filter(Boolean).join(' · ')}
          </span>
        </span>
      </button>
      {selected === null ? (
        <IconButton
          ref={menuButton}
          label={rows.menu}
          className={styles.rowMenu}
          aria-describedby={nameID}
          aria-haspopup="menu"
          aria-expanded={isMenuOpen}
          // A click without a press comes from a key or a screen reader.
          onClick={({ detail, currentTarget }) => openMenuAt(currentTarget, rowMenu, detail === 0)}
        >
          <MoreIcon />
        </IconButton>
      ) : null}
    </div>
  );
}
