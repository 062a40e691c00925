import { type DragEvent, type ReactNode, useState } from 'react';
import { type PickedFile, usePlatform } from '../../platform/index.ts';
import styles from './drop-zone.module.css';

type DropZoneProps = {
  /** Shown while files are dragged over the screen. */
  readonly label: string;
  readonly onFiles: (files: readonly PickedFile[]) => void;
  readonly children: ReactNode;
};

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files');

/** Accepts files dropped anywhere on the screen; a picker offers the same without dragging. */
export function DropZone({ label, onFiles, children }: DropZoneProps) {
  const { picker } = usePlatform();
  const [isDragOver, setDragOver] = useState(false);
  return (
    <div
      className={styles.drop}
      role="presentation"
      onDragOver={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setDragOver(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setDragOver(false);
      }}
      onDrop={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setDragOver(false);
        onFiles(picker.fromTransfer(event.dataTransfer));
      }}
    >
      {children}
      {isDragOver ? <div className={styles.here}>{label}</div> : null}
    </div>
  );
}
