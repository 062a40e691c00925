import { useCallback, useEffect, useRef, useState } from 'react';
import type { ApiError } from '../../../platform/api/index.ts';
import type { DocumentsContext } from '../../../platform/documents/document.types.ts';
import { registerSealed } from '../../../platform/documents/register-sealed.usecases.ts';
import { sealFile } from '../../../platform/documents/seal-file.usecases.ts';
import type { SealedFile, SealRequest } from '../../../platform/documents/sealing.types.ts';
import { deletePartialSeals, releaseSealingPath } from '../../../platform/documents/sealing-path.usecases.ts';
import { transferErrorOf } from '../../../platform/transfers/transfer.errors.ts';

export type SealingState =
  | { readonly phase: 'idle' }
  | { readonly phase: 'sealing'; readonly done: number; readonly total: number }
  | { readonly phase: 'registering' }
  /** `sealed` is set if only the registration at the service failed. */
  | { readonly phase: 'failed'; readonly error: ApiError; readonly sealed: SealedFile | null };

const idle: SealingState = { phase: 'idle' };

/**
 * Seals and registers one file at a time. Cancelling, also by leaving the screen, deletes the partial result.
 */
export function useSealing(context: DocumentsContext, onSealed: (fileID: string) => void) {
  const [state, setState] = useState<SealingState>(idle);
  const running = useRef<{ controller: AbortController; sealed: SealedFile | null } | null>(null);
  const latest = useRef(onSealed);
  useEffect(() => {
    latest.current = onSealed;
  });

  const stop = useCallback(() => {
    const previous = running.current;
    running.current = null;
    previous?.controller.abort();
    // A copy that cannot be deleted now is deleted when the screen is next opened.
    if (previous?.sealed) void releaseSealingPath(context, previous.sealed.path).catch(() => undefined);
    setState(idle);
  }, [context]);

  useEffect(() => {
    void deletePartialSeals(context).catch(() => undefined);
    return stop;
  }, [context, stop]);

  const run = useCallback(
    async (request: SealRequest, previous: SealedFile | null) => {
      const current = { controller: new AbortController(), sealed: previous };
      running.current = current;
      const { signal } = current.controller;
      const show = (next: SealingState) => {
        if (running.current === current) setState(next);
      };
      try {
        if (current.sealed === null) {
          show({ phase: 'sealing', done: 0, total: request.file.size });
          current.sealed = await sealFile(context, request, {
            onProgress: (done, total) => show({ phase: 'sealing', done, total }),
            signal,
          });
        }
        show({ phase: 'registering' });
        const fileID = await registerSealed(context, current.sealed, signal);
        if (running.current !== current) return;
        running.current = null;
        setState(idle);
        latest.current(fileID);
      } catch (error) {
        if (signal.aborted) {
          // Sealing completed at the moment of the cancellation.
          if (current.sealed) await releaseSealingPath(context, current.sealed.path).catch(() => undefined);
          return;
        }
        show({
          phase: 'failed',
          error: transferErrorOf(error, 'file.not_readable'),
          sealed: current.sealed,
        });
      }
    },
    [context],
  );

  const start = useCallback((request: SealRequest) => void run(request, null), [run]);
  const registerAgain = useCallback((sealed: SealedFile) => void run(sealed.request, sealed), [run]);
  return { state, start, registerAgain, stop };
}
