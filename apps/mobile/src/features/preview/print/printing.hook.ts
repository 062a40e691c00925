import type { OpenViewer, PrintablePages } from '@sealflow/viewers/viewer/viewer.types.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { useAppLockStore } from '../../../platform/app-lock/app-lock.store.ts';
import { useDocumentsContext } from '../../../platform/documents/documents-context.hook.ts';
import { recordPrint } from '../../../platform/documents/record-print.usecases.ts';
import { useShowFailure } from '../../../shell/notices/failure.hook.ts';
import { showSnackbar } from '../../../shell/notices/snackbar.store.ts';
import type { PreviewDocument } from '../layer/preview.hook.ts';
import { useWatermark } from '../layer/watermark.hook.ts';
import { countOf, type PageRange } from './page-range.rules.ts';
import { canPrint, drawPages, printImages } from './print-pages.util.ts';

export type PrintingPhase =
  | { readonly name: 'closed' }
  /** `pages` is null while the pages are prepared. */
  | { readonly name: 'asking'; readonly pages: PrintablePages | null }
  | { readonly name: 'drawing'; readonly share: number; readonly count: number }
  /** The print dialog of the browser is open. */
  | { readonly name: 'printing' };

export type Printing = {
  readonly phase: PrintingPhase;
  /** Whether the document offers printing. */
  readonly isOffered: boolean;
  /** Asks for the pages, or says why the document is not printed. */
  readonly start: () => void;
  readonly print: (range: PageRange) => void;
  /** Ends printing in any phase; nothing of the document remains. */
  readonly cancel: () => void;
};

const closed: PrintingPhase = { name: 'closed' };

/** Prints an open document: asks, draws the pages with the watermark, records the print, and opens the browser's dialog. */
export function usePrinting(document: PreviewDocument | null, viewer: OpenViewer | null): Printing {
  const { preview } = useTexts();
  const context = useDocumentsContext();
  const watermark = useWatermark();
  const showFailure = useShowFailure();
  const isLocked = useAppLockStore((lock) => lock.isLocked);
  const [phase, setPhase] = useState<PrintingPhase>(closed);
  const running = useRef<AbortController | null>(null);

  const cancel = useCallback(() => {
    running.current?.abort();
    running.current = null;
    setPhase(closed);
  }, []);
  // It ends with the document, at the end of its lease, and behind the lock.
  useEffect(() => {
    const mayPrint = document !== null && viewer !== null && !isLocked;
    return mayPrint ? cancel : undefined;
  }, [cancel, document, viewer, isLocked]);

  /** Runs a step until it is cancelled. A failure closes the dialog and is shown. */
  const run = async (step: (signal: AbortSignal) => Promise<void>) => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    try {
      await step(controller.signal);
    } catch (error) {
      if (controller.signal.aborted) return;
      cancel();
      showFailure(error);
    }
  };
  const obstacle = (): string | null => {
    const { obstacles } = preview.print;
    if (!canPrint()) return obstacles.noPrinter;
    if (!document?.print) return document?.tenant ? obstacles.notAllowed : obstacles.notProtected;
    if (!viewer?.print) return obstacles.format;
    return context.platform.network.isOnline() ? null : obstacles.offline;
  };
  const start = () => {
    const text = obstacle();
    if (text !== null) return showSnackbar({ color: 'info', text });
    setPhase({ name: 'asking', pages: null });
    void run(async (signal) => {
      const pages = (await viewer?.print?.(signal)) ?? null;
      signal.throwIfAborted();
      setPhase({ name: 'asking', pages });
    });
    return undefined;
  };
  const print = (range: PageRange) => {
    const permission = document?.print;
    if (phase.name !== 'asking' || phase.pages === null || !permission) return;
    const { pages } = phase;
    const count = countOf(range);
    setPhase({ name: 'drawing', share: 0, count });
    void run(async (signal) => {
      const onDrawn = (share: number) => setPhase({ name: 'drawing', share, count });
      const images = await drawPages({ pages, range, watermark: watermark(), onDrawn, signal });
      await recordPrint(context.api, { permission, pages: count }, signal);
      setPhase({ name: 'printing' });
      await printImages(images, signal);
      if (!signal.aborted) cancel();
    });
  };
  const isOffered = document?.print != null && viewer !== null && canPrint();
  return { phase, isOffered, start, print, cancel };
}
