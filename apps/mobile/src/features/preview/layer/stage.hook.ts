import type { OpenViewer, Viewer, ViewerStage } from '@sealflow/viewers/viewer/viewer.types.ts';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { PagePosition } from '../navigation/page-jump.component.tsx';

/** Options that the stage passes to a viewer unchanged. */
export type PassedOptions = Pick<
  ViewerStage,
  | 'content'
  | 'watermark'
  | 'label'
  | 'extension'
  | 'words'
  | 'mayCopy'
  | 'openPart'
  | 'requestPassword'
  | 'onFailure'
>;

export type StageOptions = PassedOptions & {
  readonly container: RefObject<HTMLDivElement | null>;
  readonly loadViewer: () => Promise<Viewer>;
  /** Loads the stored reading position. */
  readonly start: () => Promise<number>;
  readonly onPosition: (position: number) => void;
};

/** Runs a viewer in a container while the component is mounted. Unmounting releases everything. */
export function useStage(options: StageOptions) {
  const [viewer, setViewer] = useState<OpenViewer | null>(null);
  const [position, setPosition] = useState<PagePosition>({ page: 1, pageCount: 1 });
  const [progress, setProgress] = useState<number | null>(null);
  const latest = useRef(options);
  const { content, loadViewer } = options;

  useEffect(() => {
    latest.current = options;
  });
  useEffect(() => {
    const element = latest.current.container.current;
    if (element === null) return undefined;
    const aborter = new AbortController();
    let opened: OpenViewer | null = null;
    const onFailure = (error: unknown) => {
      if (!aborter.signal.aborted) latest.current.onFailure(error);
    };
    const onPage = (at: number, pageCount: number) => {
      if (aborter.signal.aborted) return;
      const page = Math.floor(at);
      setPosition((before) =>
        before.page === page && before.pageCount === pageCount ? before : { page, pageCount },
      );
      latest.current.onPosition(at);
    };
    const show = async () => {
      const [open, start] = await Promise.all([loadViewer(), latest.current.start()]);
      aborter.signal.throwIfAborted();
      const { watermark, label, extension, words, mayCopy, openPart, requestPassword } = latest.current;
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
        requestPassword,
        signal: aborter.signal,
      });
      if (aborter.signal.aborted) opened.close();
      else setViewer(opened);
    };
    show().catch(onFailure);
    return () => {
      aborter.abort();
      opened?.close();
      setViewer(null);
      setProgress(null);
    };
  }, [content, loadViewer]);

  return { viewer, position, progress };
}
