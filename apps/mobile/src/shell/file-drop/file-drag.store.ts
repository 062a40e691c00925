import { create } from 'zustand';

type FileDrag = {
  /** Whether files are dragged over the window. */
  readonly isActive: boolean;
  /** The zone under the pointer; null where files are not accepted. */
  readonly zone: string | null;
};

const noDrag: FileDrag = { isActive: false, zone: null };

/** The files that are dragged over the window. */
export const useFileDrag = create<FileDrag>(() => noDrag);

export const hasFiles = ({ dataTransfer }: { readonly dataTransfer: DataTransfer | null }): boolean =>
  dataTransfer !== null && Array.from(dataTransfer.types).includes('Files');

/** Engines emit `dragover` at least every 350 ms while something is over the page, and no reliable sign of the end. */
const dragEndMs = 1000;
let endTimer: ReturnType<typeof setTimeout> | undefined;

function endDrag(): void {
  clearTimeout(endTimer);
  useFileDrag.setState(noDrag);
}

/** Called by the zone under the pointer, before the event reaches the window. */
export const enterZone = (zone: string): void => useFileDrag.setState({ isActive: true, zone });

/**
 * Watches the drags of files over the window. Where no zone accepts them they are refused: the browser would open the
 * file in the place of the app.
 * @returns a function that ends it.
 */
export function watchFileDrags(): () => void {
  const over = (event: DragEvent) => {
    if (!hasFiles(event) || event.dataTransfer === null) return;
    clearTimeout(endTimer);
    endTimer = setTimeout(endDrag, dragEndMs);
    if (event.defaultPrevented) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'none';
    useFileDrag.setState({ isActive: true, zone: null });
  };
  const drop = (event: DragEvent) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    endDrag();
  };
  // Frames do not pass the events over them on; `app/file-drag.css` takes them out of the way.
  const unsubscribe = useFileDrag.subscribe(({ isActive }) =>
    document.documentElement.toggleAttribute('data-file-drag', isActive),
  );
  window.addEventListener('dragover', over);
  window.addEventListener('drop', drop);
  return () => {
    endDrag();
    unsubscribe();
    window.removeEventListener('dragover', over);
    window.removeEventListener('drop', drop);
  };
}
