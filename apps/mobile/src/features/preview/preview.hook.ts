import type { ByteSource } from '@sealflow/tdf/reader';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { DocumentError } from '../../platform/documents/document.errors.ts';
import type { DocumentsContext, DocumentTenant } from '../../platform/documents/document.types.ts';
import { openTarget } from '../../platform/documents/open-document.usecases.ts';
import { openPart } from '../../platform/documents/open-part.usecases.ts';
import type { PreviewTarget } from '../../platform/documents/preview-layer.hook.ts';
import type { RecentFile } from '../../platform/documents/recent-files.repository.ts';
import { detectFormat } from './detect-format.adapter.ts';
import { type PreviewProblem, problemOf } from './document-problem.rules.ts';
import type { Format } from './format.rules.ts';
import { type Holder, inherited } from './part-holder.rules.ts';
import type { DocumentPart } from './viewer.types.ts';

/** A document as the preview knows it, whether it has a row in the list or came out of another one. */
export type ShownDocument = {
  readonly name: string;
  readonly content: ByteSource;
  readonly tenant: DocumentTenant | null;
  readonly leaseEnd: number | null;
  readonly mayCopy: boolean;
  /** Null for a part of another document. */
  readonly record: RecentFile | null;
};

export type PreviewState =
  | { readonly phase: 'opening' }
  | { readonly phase: 'open'; readonly document: ShownDocument; readonly format: Format }
  | { readonly phase: 'failed'; readonly problem: PreviewProblem };

export type Preview = {
  readonly state: PreviewState;
  readonly fail: (error: unknown) => void;
  readonly retry: () => void;
};

const opening: PreviewState = { phase: 'opening' };

// Longer waits do not fit the browser's timer, and no session lasts that long.
const longestWait = 2 ** 31 - 1;

/** Opens what a layer shows, and closes it when its licence ends. */
function usePreview(
  context: DocumentsContext,
  open: (signal: AbortSignal) => Promise<ShownDocument>,
): Preview {
  const [attempt, setAttempt] = useState(0);
  const turn = useMemo(() => ({ open, attempt }), [open, attempt]);
  const [reached, setReached] = useState<{ readonly turn: object; readonly state: PreviewState } | null>(
    null,
  );
  const { clock } = context.platform;

  const fail = useCallback(
    (error: unknown) => setReached({ turn, state: { phase: 'failed', problem: problemOf(error) } }),
    [turn],
  );

  useEffect(() => {
    const attempting = new AbortController();
    const { signal } = attempting;
    let lease: ReturnType<typeof setTimeout> | undefined;
    const show = async () => {
      const document = await turn.open(signal);
      const { content, leaseEnd } = document;
      const format = await detectFormat(content, signal);
      if (leaseEnd !== null) {
        const left = leaseEnd - (await clock.guarded());
        if (signal.aborted) return;
        lease = setTimeout(() => fail(new DocumentError('leaseEnded')), Math.min(left, longestWait));
      }
      if (!signal.aborted) setReached({ turn, state: { phase: 'open', document, format } });
    };
    show().catch((error: unknown) => {
      if (!signal.aborted) fail(error);
    });
    return () => {
      attempting.abort();
      clearTimeout(lease);
    };
  }, [clock, turn, fail]);

  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  return { state: reached?.turn === turn ? reached.state : opening, fail, retry };
}

/** A file of the list or of a flow. */
export function useTargetPreview(context: DocumentsContext, { fileID, flowFile }: PreviewTarget): Preview {
  const open = useCallback(
    async (signal: AbortSignal): Promise<ShownDocument> => {
      const document = await openTarget(context, { fileID, flowFile }, signal);
      return { ...document, name: document.record.fileWholeName };
    },
    // The reference to a flow's file comes anew from the history with every move; its id is what tells it.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [context, fileID],
  );
  return usePreview(context, open);
}

/** A part of an open document: what binds the whole binds its parts, and what protects it protects them. */
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
