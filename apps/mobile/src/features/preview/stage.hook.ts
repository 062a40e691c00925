import { type RefObject, useEffect, useRef, useState } from 'react';
import type { OpenViewer, Viewer, ViewerStage } from './viewer.types.ts';

/** Options that the stage passes to a viewer unchanged. */
type Given = Pick<
  ViewerStage,
  | 'content'
  | 'watermark'
  | 'label'
  | 'extension'
  | 'words'
  | 'mayCopy'
  | 'openPart'
  | 'askPassword'
  | 'onFailure'
>;

export type StageOptions = Given & {
  readonly container: RefObject<HTMLDivElement | null>;
  readonly loadViewer: () => Promise<Viewer>;
  /** Loads the stored reading position. */
  readonly start: () => Promise<number>;
  readonly onPlace: (place: number) => void;
};

export type Place = { readonly page: number; readonly pages: number };

/** Runs a viewer in a container while the component is mounted. Unmounting releases everything. */
export function useStage(options: StageOptions) {
  const [viewer, setViewer] = useState<OpenViewer | null>(null);
  const [place, setPlace] = useState<Place>({ page: 1, pages: 1 });
  const [progress, setProgress] = useState<number | null>(null);
  const latest = useRef(options);
  const { content, loadViewer } = options;

  useEffect(() => {
    latest.current = options;
  });
  useEffect(() => {
    const element = latest.current.container.current;
    if (element === null) return undefined;
    const showing = new AbortController();
    let opened: OpenViewer | null = null;
    const onFailure = (error: unknown) => {
      if (!showing.signal.aborted) latest.current.onFailure(error);
    };
    const onPage = (at: number, pages: number) => {
      if (showing.signal.aborted) return;
      const page = Math.floor(at);
      setPlace((before) => (before.page === page && before.pages === pages ? before : { page, pages }));
      latest.current.onPlace(at);
    };
    const show = async () => {
      const [open, start] = await Promise.all([loadViewer(), latest.current.start()]);
      showing.signal.throwIfAborted();
      const { watermark, label, extension, words, mayCopy, openPart, askPassword } = latest.current;
      opened = await open({
        container: element,
        content,
        watermark,
        label,
        extension,
        words,
        start,
        mayCopy,
        onPage,
        onProgress: setProgress,
        onFailure,
        openPart,
        askPassword,
        signal: showing.signal,
      });
      if (showing.signal.aborted) opened.close();
      else setViewer(opened);
    };
    show().catch(onFailure);
    return () => {
      showing.abort();
      opened?.close();
      setViewer(null);
      setProgress(null);
    };
  }, [content, loadViewer]);

  return { viewer, place, progress };
}
