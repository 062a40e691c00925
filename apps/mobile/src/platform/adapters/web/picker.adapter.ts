import type { PickedFile, PickerPort } from '../../ports/picker.port.ts';

export const picked = (file: File): PickedFile => ({
  name: file.name,
  size: file.size,
  modifiedAt: file.lastModified,
  read: async (offset, length) => new Uint8Array(await file.slice(offset, offset + length).arrayBuffer()),
});

function isFolder(item: DataTransferItem): boolean {
  return item.webkitGetAsEntry()?.isDirectory === true;
}

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
          resolve(Array.from(input.files ?? [], picked));
          input.remove();
        };
        input.addEventListener('change', finish);
        input.addEventListener('cancel', finish);
        // Safari opens the dialog only for an input that is part of the page.
        document.body.append(input);
        input.click();
      }),
    fromTransfer: (transfer) =>
      Array.from(transfer.items)
        .filter((item) => item.kind === 'file' && !isFolder(item))
        .flatMap((item) => item.getAsFile() ?? [])
        .map(picked),
  };
}
