import { type RefObject, useEffect, useRef, useState } from 'react';
import type { OpenedDocument } from '../../platform/documents/document.types.ts';
import type { OpenViewer, Viewer } from './viewer.types.ts';

export type StageOptions = {
  readonly container: RefObject<HTMLDivElement | null>;
  readonly document: OpenedDocument;
  readonly loadViewer: () => Promise<Viewer>;
  readonly watermark: readonly string[];
  readonly label: string;
  readonly onFailure: (error: unknown) => void;
};

export type Place = { readonly page: number; readonly pages: number };

/** Runs a viewer in a container for as long as the component stands; leaving frees everything. */
export function useStage(options: StageOptions) {
  const [viewer, setViewer] = useState<OpenViewer | null>(null);
  const [place, setPlace] = useState<Place>({ page: 1, pages: 1 });
  const latest = useRef(options);
  const { document, loadViewer } = options;

  useEffect(() => {
    latest.current = options;
  });
  useEffect(() => {
    const { container, watermark, label } = latest.current;
    const element = container.current;
    if (element === null) return undefined;
    const showing = new AbortController();
    let opened: OpenViewer | null = null;
    const onFailure = (error: unknown) => {
      if (!showing.signal.aborted) latest.current.onFailure(error);
    };
    const show = async () => {
      const open = await loadViewer();
      showing.signal.throwIfAborted();
      opened = await open({
        container: element,
        content: document.content,
        watermark,
        label,
        onPage: (page, pages) =>
          setPlace((before) => (before.page === page && before.pages === pages ? before : { page, pages })),
        onFailure,
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
    };
  }, [document, loadViewer]);

  return { viewer, place };
}
