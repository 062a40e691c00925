import { useFileDrag } from '../../src/shell/file-drop/file-drag.store.ts';

function emit(type: string, target: Element, files: readonly File[]): void {
  const dataTransfer = new DataTransfer();
  for (const file of files) dataTransfer.items.add(file);
  target.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }));
}

/** Drags files over an element. @returns whether something there accepts them. */
export function dragFiles(target: Element, files: readonly File[]): boolean {
  emit('dragover', target, files);
  return useFileDrag.getState().zone !== null;
}

/** Drops files on an element, also where a browser would refuse the drop. */
export function dropFiles(target: Element, files: readonly File[]): void {
  dragFiles(target, files);
  emit('drop', target, files);
}
