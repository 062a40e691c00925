import type { ByteSource } from '@sealflow/tdf/reader';
import { detectFormat } from '@sealflow/viewers/format/detect-format.util.ts';
import type { Format } from '@sealflow/viewers/format/format.rules.ts';
import type { DocumentPart } from '@sealflow/viewers/viewer/viewer.types.ts';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { DocumentError } from '../../../platform/documents/document.errors.ts';
import type { AccessTerms, DocumentsContext } from '../../../platform/documents/document.types.ts';
import { deleteExpiredLicences } from '../../../platform/documents/licence.usecases.ts';
import {
  openPart,
  openTarget,
  type PreviewTarget,
} from '../../../platform/documents/open-document.usecases.ts';
import type { RecentFile } from '../../../platform/documents/recent-files.repository.ts';
import { blockCaptures } from '../../../platform/documents/screen-guard.usecases.ts';
import { watchWithdrawal } from '../../../platform/documents/withdrawals.usecases.ts';
import type { ClockPort } from '../../../platform/ports/clock.port.ts';
import {
  type PreviewProblem,
  problemDetailOf,
  problemOf,
  rejectingTenantOf,
} from './document-problem.rules.ts';
import { inheritRestrictions } from './part-restrictions.rules.ts';

/** A document as the preview uses it, whether it comes from the list or from inside another document. */
export type PreviewDocument = AccessTerms & {
  readonly name: string;
  readonly content: ByteSource;
  /** Null for a part of another document. */
  readonly record: RecentFile | null;
};

export type PreviewState =
  | { readonly phase: 'opening' }
  | { readonly phase: 'open'; readonly document: PreviewDocument; readonly format: Format }
  | {
      readonly phase: 'failed';
      readonly problem: PreviewProblem;
      readonly detail: string | null;
      /** The organisation that rejected access, if one did. */
      readonly rejectingTenantId: string | null;
    };

export type Preview = {
  readonly state: PreviewState;
  readonly fail: (error: unknown) => void;
  readonly retry: () => void;
};

const opening: PreviewState = { phase: 'opening' };

// Timers stop while the device sleeps. The clock is therefore read again at this interval and when the page
// becomes visible.
const maxTimerMs = 15_000;

/**
 * Calls `onEnd` once a lease is over.
 * @returns a function that stops watching.
 */
function watchLease(clock: ClockPort, leaseEnd: number, onEnd: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  const startedAt = performance.now();
  let remainingAtStart = Number.POSITIVE_INFINITY;
  const checkLease = async () => {
    clearTimeout(timer);
    const byClock = leaseEnd - (await clock.monotonicNow());
    const elapsed = performance.now() - startedAt;
    // A clock that is set back while the document is open does not extend the lease: `performance.now()` is
    // monotonic.
    remainingAtStart = Math.min(remainingAtStart, byClock + elapsed);
    const remainingMs = remainingAtStart - elapsed;
    if (isOver) return;
    clearTimeout(timer);
    if (remainingMs <= 0) onEnd();
    else timer = setTimeout(() => void checkLease(), Math.min(remainingMs, maxTimerMs));
  };
  const onVisibilityChange = () => void checkLease();
  document.addEventListener('visibilitychange', onVisibilityChange);
  void checkLease();
  return () => {
    isOver = true;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', onVisibilityChange);
  };
}

/** Opens the document of a layer and closes it when its lease ends or it is withdrawn. */
function usePreview(
  context: DocumentsContext,
  open: (signal: AbortSignal) => Promise<PreviewDocument>,
): Preview {
  const [attempt, setAttempt] = useState(0);
  const openAttempt = useMemo(() => ({ open, attempt }), [open, attempt]);
  const [result, setResult] = useState<{ readonly openAttempt: object; readonly state: PreviewState } | null>(
    null,
  );

  const fail = useCallback(
    (error: unknown) =>
      setResult({
        openAttempt,
        state: {
          phase: 'failed',
          problem: problemOf(error),
          detail: problemDetailOf(error),
          rejectingTenantId: rejectingTenantOf(error),
        },
      }),
    [openAttempt],
  );

  useEffect(() => {
    const aborter = new AbortController();
    const { signal } = aborter;
    const { clock, screenGuard } = context.platform;
    let stopLeaseWatch: (() => void) | undefined;
    let stopWithdrawalWatch: (() => void) | undefined;
    let releaseScreen: (() => void) | undefined;
    const show = async () => {
      const opened = await openAttempt.open(signal);
      const { content, leaseEnd, mayCapture, tenant, documentID } = opened;
      // The screen guard must be active before anything is drawn.
      if (!mayCapture) releaseScreen = await blockCaptures(screenGuard);
      if (signal.aborted) return releaseScreen?.();
      const format = await detectFormat(content, signal);
      if (signal.aborted) return;
      setResult({ openAttempt, state: { phase: 'open', document: opened, format } });
      if (tenant !== null && documentID !== null)
        stopWithdrawalWatch = watchWithdrawal({
          tid: tenant.id,
          documentID,
          onWithdrawn: () => {
            // The end of the lease must not replace the reason.
            stopLeaseWatch?.();
            fail(new DocumentError('withdrawn', { tid: tenant.id }));
          },
        });
      if (leaseEnd === null) return;
      stopLeaseWatch = watchLease(clock, leaseEnd, () => {
        fail(new DocumentError('leaseEnded'));
        // Where this fails, the next opening checks the lease again.
        deleteExpiredLicences(context, leaseEnd).catch(() => undefined);
      });
    };
    show().catch((error: unknown) => {
      if (!signal.aborted) fail(error);
    });
    return () => {
      aborter.abort();
      stopLeaseWatch?.();
      stopWithdrawalWatch?.();
      releaseScreen?.();
    };
  }, [context, openAttempt, fail]);

  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  return { state: result?.openAttempt === openAttempt ? result.state : opening, fail, retry };
}

/** Opens a file of the list or of a flow. */
export function useTargetPreview(context: DocumentsContext, { fileID, flowFile }: PreviewTarget): Preview {
  const open = useCallback(
    async (signal: AbortSignal): Promise<PreviewDocument> => {
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
export function usePartPreview(context: DocumentsContext, part: DocumentPart, parent: AccessTerms): Preview {
  const open = useCallback(
    async (signal: AbortSignal): Promise<PreviewDocument> => {
      const document = await openPart(context, part.content, signal);
      return { ...inheritRestrictions(document, parent), name: part.name, record: null };
    },
    [context, part, parent],
  );
  return usePreview(context, open);
}
