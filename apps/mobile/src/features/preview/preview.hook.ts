import { useCallback, useEffect, useState } from 'react';
import { DocumentError } from '../../platform/documents/document.errors.ts';
import type { DocumentsContext, OpenedDocument } from '../../platform/documents/document.types.ts';
import { openTarget } from '../../platform/documents/open-document.usecases.ts';
import type { PreviewTarget } from '../../platform/documents/preview-layer.hook.ts';
import { type PreviewProblem, problemOf } from './document-problem.rules.ts';
import { type Format, formatOf, headSize } from './format.rules.ts';

export type PreviewState =
  | { readonly phase: 'opening' }
  | { readonly phase: 'open'; readonly document: OpenedDocument; readonly format: Format }
  | { readonly phase: 'failed'; readonly problem: PreviewProblem };

// Longer waits do not fit the browser's timer, and no session lasts that long.
const longestWait = 2 ** 31 - 1;

/** Opens what the layer shows, and closes it when its licence ends. */
export function usePreview(context: DocumentsContext, target: PreviewTarget) {
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<PreviewState>({ phase: 'opening' });
  const { fileID, flowFile } = target;

  const fail = useCallback((error: unknown) => setState({ phase: 'failed', problem: problemOf(error) }), []);

  useEffect(() => {
    const opening = new AbortController();
    let lease: ReturnType<typeof setTimeout> | undefined;
    setState({ phase: 'opening' });
    const open = async () => {
      const document = await openTarget(context, { fileID, flowFile }, opening.signal);
      const head = await document.content.read(0, Math.min(headSize, document.content.size), opening.signal);
      if (document.leaseEnd !== null) {
        const left = document.leaseEnd - (await context.platform.clock.guarded());
        lease = setTimeout(() => fail(new DocumentError('leaseEnded')), Math.min(left, longestWait));
      }
      if (!opening.signal.aborted) setState({ phase: 'open', document, format: formatOf(head) });
    };
    open().catch((error: unknown) => {
      if (!opening.signal.aborted) fail(error);
    });
    return () => {
      opening.abort();
      clearTimeout(lease);
    };
    // The reference to a flow's file comes anew from the history with every move; its id is what tells it.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [context, fileID, attempt, fail]);

  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  return { state, fail, retry };
}
