import type { PickedFile, PickerPort, TransferredFiles } from '../../ports/picker.port.ts';

export const toPickedFile = (file: File): PickedFile => ({
  name: file.name,
  size: file.size,
  modifiedAt: file.lastModified,
  read: async (offset, length) => new Uint8Array(await file.slice(offset, offset + length).arrayBuffer()),
});

function isFolder(item: DataTransferItem): boolean {
  return item.webkitGetAsEntry()?.isDirectory === true;
}

export function filesOfTransfer(transfer: DataTransfer): TransferredFiles {
  const items = Array.from(transfer.items).filter(({ kind }) => kind === 'file');
  const files = items.filter((item) => !isFolder(item)).flatMap((item) => item.getAsFile() ?? []);
  return { files: files.map(toPickedFile), folderCount: items.filter(isFolder).length };
}

/**
 * After the chooser has closed, `change` follows once the files are read: a photo from the camera takes seconds. The
 * time is long, because no other code waits for the end of a cancelled choice.
 */
const changeGraceMs = 5000;

/**
 * Calls back when the open chooser has closed and `change` had time to fire. Chromium below 113 and Safari below 16.4
 * emit no `cancel`; the signal is the page getting its focus back or becoming visible.
 */
function afterChooser(onClosed: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const startTimer = () => {
    if (document.visibilityState === 'visible') timer ??= setTimeout(onClosed, changeGraceMs);
  };
  // The chooser is in front again: on desktops it may lie next to the page.
  const stopTimer = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  window.addEventListener('focus', startTimer);
  window.addEventListener('blur', stopTimer);
  document.addEventListener('visibilitychange', startTimer);
  return () => {
    stopTimer();
    window.removeEventListener('focus', startTimer);
    window.removeEventListener('blur', stopTimer);
    document.removeEventListener('visibilitychange', startTimer);
  };
}

/** The browser's file chooser; a cancelled choice is an empty one. */
export function createWebPicker(): PickerPort {
  return {
    pick: (options) =>
      new Promise((resolve) => {
        const input = document.createElement('input');
        input.type = 'file';
        input.multiple = options?.multiple === true;
        if (options?.camera === true) {
          input.accept = 'image/*';
          input.setAttribute('capture', 'environment');
        }
        input.hidden = true;
        const finish = () => {
          endWaiting();
          resolve(Array.from(input.files ?? [], toPickedFile));
          input.remove();
        };
        const endWaiting = afterChooser(finish);
        input.addEventListener('change', finish);
        input.addEventListener('cancel', finish);
        // Safari opens the dialog only for an input that is part of the page.
        document.body.append(input);
        input.click();
      }),
    fromTransfer: filesOfTransfer,
  };
}
