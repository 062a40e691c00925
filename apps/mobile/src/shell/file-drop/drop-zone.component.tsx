import { classNames } from '@sealflow/ui/class-names.util.ts';
import { type DragEvent, type ReactNode, useId, useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { useAppLockStore } from '../../platform/app-lock/app-lock.store.ts';
import { type PickedFile, usePlatform } from '../../platform/index.ts';
import { showSnackbar } from '../notices/snackbar.store.ts';
import styles from './drop-zone.module.css';
import { enterZone, hasFiles, useFileDrag } from './file-drag.store.ts';

type DropZoneProps = {
  /** Shown while files are dragged over the window. */
  readonly label: string;
  readonly onFiles: (files: readonly PickedFile[]) => void;
  /** Refuses files, for example while others are processed. */
  readonly isDisabled?: boolean;
  /** A button inside of another zone; a screen by default. */
  readonly isButton?: boolean;
  readonly children: ReactNode;
};

/**
 * Accepts files dropped anywhere on it; a picker offers the same without dragging. Of nested zones the inner one accepts
 * them. Nothing is accepted while the app is locked.
 */
export function DropZone({ label, onFiles, isDisabled = false, isButton = false, children }: DropZoneProps) {
  const { drop } = useTexts();
  const { picker } = usePlatform();
  const id = useId();
  const isActive = useFileDrag((drag) => drag.isActive) && !isDisabled;
  const isOver = useFileDrag((drag) => drag.zone === id);
  const [announcement, setAnnouncement] = useState('');
  const accepts = (event: DragEvent<HTMLElement>) =>
    hasFiles(event) &&
    !isDisabled &&
    // An inner zone has accepted it.
    !event.defaultPrevented &&
    // React bubbles the events of dialogs, which stand elsewhere in the document.
    event.currentTarget.contains(event.target as Node) &&
    !useAppLockStore.getState().isLocked;
  const takeFiles = (transfer: DataTransfer) => {
    const { files, folderCount } = picker.fromTransfer(transfer);
    if (folderCount > 0) showSnackbar({ color: 'info', text: drop.folders });
    if (files.length === 0) return;
    setAnnouncement(drop.dropped(files.length));
    onFiles(files);
  };
  return (
    <div
      className={isButton ? styles.button : styles.drop}
      role="presentation"
      onDragOver={(event) => {
        if (!accepts(event)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
        enterZone(id);
        setAnnouncement('');
      }}
      onDrop={(event) => {
        if (!accepts(event)) return;
        event.preventDefault();
        takeFiles(event.dataTransfer);
      }}
    >
      {children}
      <output className="visually-hidden">{announcement}</output>
      {isActive ? (
        <div className={classNames(styles.here, isOver && styles.over)}>
          <span className={styles.label}>{label}</span>
        </div>
      ) : null}
    </div>
  );
}
