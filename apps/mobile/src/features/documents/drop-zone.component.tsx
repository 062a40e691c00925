import { type DragEvent, type ReactNode, useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { type PickedFile, usePlatform } from '../../platform/index.ts';
import styles from './documents.module.css';

type DropZoneProps = {
  readonly onFiles: (files: readonly PickedFile[]) => void;
  readonly children: ReactNode;
};

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files');

/** Files dropped anywhere on the screen are opened; a picker does the same for those who drag nothing. */
export function DropZone({ onFiles, children }: DropZoneProps) {
  const { documents } = useTexts();
  const { picker } = usePlatform();
  const [over, setOver] = useState(false);
  return (
    <div
      className={styles.drop}
      role="presentation"
      onDragOver={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(false);
        onFiles(picker.fromTransfer(event.dataTransfer));
      }}
    >
      {children}
      {over ? <div className={styles.dropHere}>{documents.dropHere}</div> : null}
    </div>
  );
}
