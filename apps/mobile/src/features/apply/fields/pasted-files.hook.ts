import { useEffect, useRef } from 'react';
import { type PickedFile, usePlatform } from '../../../platform/index.ts';

/** Handles files pasted anywhere on the screen. Pasted text stays with the focused field. */
export function usePastedFiles(onFiles: (files: readonly PickedFile[]) => void): void {
  const { picker } = usePlatform();
  const latest = useRef(onFiles);
  useEffect(() => {
    latest.current = onFiles;
  });
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const { clipboardData: data } = event;
      if (data === null || !Array.from(data.types).includes('Files')) return;
      const files = picker.fromTransfer(data);
      if (files.length === 0) return;
      event.preventDefault();
      latest.current(files);
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, [picker]);
}
