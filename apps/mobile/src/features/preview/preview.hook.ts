import type { ByteSource } from '@sealflow/tdf/reader';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { DocumentError } from '../../platform/documents/document.errors.ts';
import type { DocumentsContext, DocumentTenant } from '../../platform/documents/document.types.ts';
import { forgetEnded } from '../../platform/documents/licence.usecases.ts';
import { openTarget } from '../../platform/documents/open-document.usecases.ts';
import { openPart } from '../../platform/documents/open-part.usecases.ts';
import type { PreviewTarget } from '../../platform/documents/preview-layer.hook.ts';
import type { RecentFile } from '../../platform/documents/recent-files.repository.ts';
import { holdScreen } from '../../platform/documents/screen-guard.usecases.ts';
import type { ClockPort } from '../../platform/ports/clock.port.ts';
import { detectFormat } from './detect-format.adapter.ts';
import { detailOf, type PreviewProblem, problemOf, refuserOf } from './document-problem.rules.ts';
import type { Format } from './format.rules.ts';
import { type Holder, inherited } from './part-holder.rules.ts';
import type { DocumentPart } from './viewer.types.ts';

/** A document as the preview uses it, whether it comes from the list or from inside another document. */
export type ShownDocument = {
  readonly name: string;
  readonly content: ByteSource;
  readonly tenant: DocumentTenant | null;
  readonly leaseEnd: number | null;
  readonly mayCopy: boolean;
  readonly mayCapture: boolean;
  readonly watermarked: boolean;
  /** Null for a part of another document. */
  readonly record: RecentFile | null;
};

export type PreviewState =
  | { readonly phase: 'opening' }
  | { readonly phase: 'open'; readonly document: ShownDocument; readonly format: Format }
  | {
      readonly phase: 'failed';
      readonly problem: PreviewProblem;
      readonly detail: string | null;
      /** The organisation that rejected access, if one did. */
      readonly refuser: string | null;
    };

export type Preview = {
  readonly state: PreviewState;
  readonly fail: (error: unknown) => void;
  readonly retry: () => void;
};

const opening: PreviewState = { phase: 'opening' };

// Timers stop while the device sleeps. The clock is therefore read again at this interval and when the page
// becomes visible.
const longestWait = 15_000;

/**
 * Calls `onEnd` once a lease is over.
 * @returns a function that stops watching.
 */
function watchLease(clock: ClockPort, leaseEnd: number, onEnd: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  const begun = performance.now();
  let leftThen = Number.POSITIVE_INFINITY;
  const look = async () => {
    clearTimeout(timer);
    const byClock = leaseEnd - (await clock.guarded());
    const elapsed = performance.now() - begun;
    // A clock that is set back while the document is open does not extend the lease: `performance.now()` is
    // monotonic.
    leftThen = Math.min(leftThen, byClock + elapsed);
    const left = leftThen - elapsed;
    if (isOver) return;
    clearTimeout(timer);
    if (left <= 0) onEnd();
    else timer = setTimeout(() => void look(), Math.min(left, longestWait));
  };
  const onReturn = () => void look();
  document.addEventListener('visibilitychange', onReturn);
  void look();
  return () => {
    isOver = true;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', onReturn);
  };
}

/** Opens the document of a layer and closes it when its lease ends. */
function usePreview(
  context: DocumentsContext,
  open: (signal: AbortSignal) => Promise<ShownDocument>,
): Preview {
  const [attempt, setAttempt] = useState(0);
  const turn = useMemo(() => ({ open, attempt }), [open, attempt]);
  const [reached, setReached] = useState<{ readonly turn: object; readonly state: PreviewState } | null>(
    null,
  );

  const fail = useCallback(
    (error: unknown) =>
      setReached({
        turn,
        state: {
          phase: 'failed',
          problem: problemOf(error),
          detail: detailOf(error),
          refuser: refuserOf(error),
        },
      }),
    [turn],
  );

  useEffect(() => {
    const attempting = new AbortController();
    const { signal } = attempting;
    const { clock, screenGuard } = context.platform;
    let endWatch: (() => void) | undefined;
    let endHold: (() => void) | undefined;
    const show = async () => {
      const opened = await turn.open(signal);
      const { content, leaseEnd, mayCapture } = opened;
      // The screen guard must be active before anything is drawn.
      if (!mayCapture) endHold = await holdScreen(screenGuard);
      if (signal.aborted) return endHold?.();
      const format = await detectFormat(content, signal);
      if (signal.aborted) return;
      setReached({ turn, state: { phase: 'open', document: opened, format } });
      if (leaseEnd === null) return;
      endWatch = watchLease(clock, leaseEnd, () => {
        fail(new DocumentError('leaseEnded'));
        // Where this fails, the next opening checks the lease again.
        forgetEnded(context, leaseEnd).catch(() => undefined);
      });
    };
    show().catch((error: unknown) => {
      if (!signal.aborted) fail(error);
    });
    return () => {
      attempting.abort();
      endWatch?.();
      endHold?.();
    };
  }, [context, turn, fail]);

  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  return { state: reached?.turn === turn ? reached.state : opening, fail, retry };
}

/** Opens a file of the list or of a flow. */
export function useTargetPreview(context: DocumentsContext, { fileID, flowFile }: PreviewTarget): Preview {
  const open = useCallback(
    async (signal: AbortSignal): Promise<ShownDocument> => {
      const document = await openTarget(context, { fileID, flowFile }, signal);
      return { ...document, name: document.record.fileWholeName };
    },
    // The reference to a flow's file is a new object after every navigation; its id identifies it.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [context, fileID],
  );
  return usePreview(context, open);
}

/** Opens a part of an open document. The restrictions and the protection of the parent apply to the part. */
export function usePartPreview(context: DocumentsContext, part: DocumentPart, holder: Holder): Preview {
  const open = useCallback(
    async (signal: AbortSignal): Promise<ShownDocument> => {
      const document = await openPart(context, part.content, signal);
      return { ...inherited(document, holder), name: part.name, record: null };
    },
    [context, part, holder],
  );
  return usePreview(context, open);
}
