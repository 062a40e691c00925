import type { ExactPagesMode } from '@sealflow/contract';
import { type ByteSource, bytesSource } from '@sealflow/tdf/reader';
import { exactKindOf, type Format } from '@sealflow/viewers/format/format.rules.ts';
import type { Viewer } from '@sealflow/viewers/viewer/viewer.types.ts';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { useDocumentsContext } from '../../../platform/documents/documents-context.hook.ts';
import type { RecentFile } from '../../../platform/documents/recent-files.repository.ts';
import { usePlatform } from '../../../platform/index.ts';
import { useSignedIn } from '../../../platform/session/index.ts';
import { useShowFailure } from '../../../shell/notices/failure.hook.ts';
import { showSnackbar } from '../../../shell/notices/snackbar.store.ts';
import type { PassedOptions } from '../layer/stage.hook.ts';

type ExactQuestion = { readonly answer: (yes: boolean) => void };

export type ExactPages = {
  /**
   * `off`: the organisation does not want exact pages. `light` shows the light viewer and offers exact pages; the next two also
   * show it, with progress.
   */
  readonly phase: 'unavailable' | 'off' | 'light' | 'downloading' | 'converting' | 'exact';
  readonly progress: number | null;
  /** The question whether the engine may be downloaded, while it is open. */
  readonly question: ExactQuestion | null;
  /** The exact pages as a PDF, while they are shown. */
  readonly pdf: ByteSource | null;
  readonly start: () => void;
  readonly cancel: () => void;
  readonly showLight: () => void;
  /** Returns to the light view, because the PDF viewer cannot draw the pages. */
  readonly rejectPages: () => void;
};

type ExactPagesOptions = {
  readonly container: RefObject<HTMLDivElement | null>;
  /** The name of the document, which fields of its pages may show. */
  readonly name: string;
  readonly format: Format;
  /** The options that all viewers of the document get. */
  readonly passedOptions: PassedOptions;
  /** The setting of the organisation. */
  readonly mode: ExactPagesMode;
  /** Opens the PDF that the service makes of the document; null if the organisation does not let it. */
  readonly openRendition: ((signal: AbortSignal) => Promise<ByteSource>) | null;
  /** Called once exact pages exist, before they replace the light view. */
  readonly onShown: () => void;
};

/**
 * The options by which the stage shows exact pages instead of the light viewer. The reading position is stored for the light
 * viewer only, whose pages are others.
 */
export const exactOptions = {
  loadViewer: async (): Promise<Viewer> => (await import('@sealflow/viewers/pdf/pdf.viewer.ts')).pdfViewer,
  start: () => Promise.resolve(1),
  onPosition: () => undefined,
};

/** The key of the text that says what went wrong, and what to do. */
function failureOf(error: unknown) {
  const name = error instanceof Error ? error.name : '';
  if (name === 'ViewerError') return 'conversionFailed';
  if (name === 'EngineDamagedError') return 'engineDamaged';
  return name === 'QuotaExceededError' ? 'storageFull' : 'downloadFailed';
}

/** The service could not convert the document. */
class RenditionFailure extends Error {
  /** Says why. The `cause` of an error is missing in the oldest supported WebViews. */
  readonly failure: unknown;

  constructor(failure: unknown) {
    super('rendition failed');
    this.failure = failure;
  }
}

function toRenditionFailure(failure: unknown): never {
  throw new RenditionFailure(failure);
}

const isAborted = (error: unknown) => error instanceof DOMException && error.name === 'AbortError';

/**
 * Offers exact pages for a document that its light viewer shows. The engine is fetched once, after a question. The converted
 * pages stay in memory while the document is open.
 */
export function useExactPages(options: ExactPagesOptions): ExactPages {
  const { container, name, format, passedOptions, mode, openRendition, onShown } = options;
  const { preview } = useTexts();
  const { preferences } = usePlatform();
  const showFailure = useShowFailure();
  const [phase, setPhase] = useState<'light' | 'downloading' | 'converting' | 'exact'>('light');
  const [progress, setProgress] = useState<number | null>(null);
  const [question, setQuestion] = useState<ExactQuestion | null>(null);
  const [pdf, setPdf] = useState<ByteSource | null>(null);
  const running = useRef<AbortController | null>(null);
  const kind = exactKindOf(format);
  useEffect(() => () => running.current?.abort(), []);

  const run = async (signal: AbortSignal) => {
    const { current: element } = container;
    if (kind === null || element === null) return;
    const [{ default: manifest }, engine, { takeOverPreload }, { convertToPdf }] = await Promise.all([
      import('virtual:exact-engine-manifest'),
      import('../../../platform/exact-pages/engine-cache.usecases.ts'),
      import('../../../platform/exact-pages/engine-preload.store.ts'),
      import('@sealflow/viewers/exact/exact-pages.viewer.ts'),
    ]);
    const obstacle = engine.exactPagesObstacle(manifest);
    if (openRendition && (obstacle !== null || mode === 'off')) {
      setPhase('converting');
      setPdf(await openRendition(signal).catch(toRenditionFailure));
      onShown();
      setPhase('exact');
      return;
    }
    if (manifest === null || obstacle !== null) {
      showSnackbar({ color: 'error', text: preview.exact.obstacles[obstacle ?? 'notBuilt'] });
      return;
    }
    if (!(await engine.isEngineCached(manifest))) {
      if (!takeOverPreload()) {
        const yes = await new Promise<boolean>((resolve) => setQuestion({ answer: resolve }));
        setQuestion(null);
        if (!yes || signal.aborted) return;
        await preferences.remove('exactEngine');
      }
      setPhase('downloading');
      await engine.downloadEngine(manifest, { signal, onProgress: setProgress });
    }
    setPhase('converting');
    setProgress(null);
    const bytes = await convertToPdf({
      name,
      stage: {
        ...passedOptions,
        container: element,
        start: 1,
        signal,
        onPage: () => undefined,
        onProgress: setProgress,
        onFailure: () => undefined,
      },
      format: kind,
      readEngine: engine.readCachedEngine(manifest),
    }).catch(async (error: unknown) => {
      signal.throwIfAborted();
      throw (await engine.removeDamagedChunks(manifest)) ? new engine.EngineDamagedError() : error;
    });
    signal.throwIfAborted();
    setPdf(bytesSource(bytes));
    onShown();
    setPhase('exact');
  };
  const start = () => {
    if (running.current) return;
    if (pdf) {
      setPhase('exact');
      return;
    }
    const aborter = new AbortController();
    running.current = aborter;
    run(aborter.signal)
      .catch((error: unknown) => {
        if (isAborted(error) || aborter.signal.aborted) return;
        if (error instanceof RenditionFailure) showFailure(error.failure);
        else showSnackbar({ color: 'error', text: preview.exact[failureOf(error)] });
      })
      .finally(() => {
        running.current = null;
        setProgress(null);
        setPhase((before) => (before === 'exact' ? before : 'light'));
      });
  };
  return {
    phase: kind === null ? 'unavailable' : mode === 'off' && !openRendition ? 'off' : phase,
    progress,
    question,
    pdf: phase === 'exact' ? pdf : null,
    start,
    cancel: () => running.current?.abort(),
    showLight: () => setPhase('light'),
    rejectPages: () => {
      setPdf(null);
      setPhase('light');
      showSnackbar({ color: 'error', text: preview.exact.conversionFailed });
    },
  };
}

/**
 * Returns the function that opens the PDF which the service makes of a document, or null. The service has the files of applications
 * only, and converts them if the organisation of the person lets it.
 */
export function useRendition(record: RecentFile | null): ExactPagesOptions['openRendition'] {
  const context = useDocumentsContext();
  const { tenant, user } = useSignedIn();
  if (record?.isFlowFile !== 1 || record.flowFileURL === null || !tenant || !user?.renditions) return null;
  const file = { tid: tenant.tid, uri: record.flowFileURL };
  if (record.tid !== tenant.tid) return null;
  return async (signal) => {
    const { openRendition } = await import('../../../platform/documents/rendition.usecases.ts');
    return openRendition(context, file, signal);
  };
}
