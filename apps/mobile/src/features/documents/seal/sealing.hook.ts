import { useCallback, useEffect, useRef, useState } from 'react';
import type { ApiError } from '../../../platform/api/index.ts';
import type { DocumentsContext } from '../../../platform/documents/document.types.ts';
import type { QueueRow } from '../../../platform/documents/file-queue.rules.ts';
import { createFileQueue } from '../../../platform/documents/file-queue.usecases.ts';
import { registerSealed } from '../../../platform/documents/register-sealed.usecases.ts';
import { sealFile } from '../../../platform/documents/seal-file.usecases.ts';
import type { SealedFile, SealRequest } from '../../../platform/documents/sealing.types.ts';
import { deletePartialSeals, releaseSealingPath } from '../../../platform/documents/sealing-path.usecases.ts';
import type { PickedFile } from '../../../platform/index.ts';
import { transferErrorOf } from '../../../platform/transfers/transfer.errors.ts';

/** `sealed` is set if only the registration at the service failed. */
type SealFailure = { readonly error: ApiError; readonly sealed: SealedFile | null };

/** A file that is sealed in this form; the result is the id of its record. */
export type SealRow = QueueRow<string, SealFailure>;

/** Whether the file is sealed and waits on the device for its registration. */
export const isUnregistered = ({ state }: SealRow): boolean =>
  state.phase === 'failed' && state.failure.sealed !== null;

type SealJob = {
  readonly context: DocumentsContext;
  readonly file: PickedFile;
  readonly request: SealRequest;
};

class SealingError extends Error {
  readonly reason: unknown;
  readonly sealed: SealedFile | null;

  constructor(reason: unknown, sealed: SealedFile | null) {
    super('The file could not be sealed');
    this.name = 'SealingError';
    this.reason = reason;
    this.sealed = sealed;
  }
}

const createSealingQueue = (onRows: (rows: readonly SealRow[]) => void) =>
  createFileQueue<SealJob, string, SealFailure>({
    run: async ({ context, request }, { signal, onProgress, before }) => {
      let sealed = before?.sealed ?? null;
      try {
        sealed ??= await sealFile(context, request, {
          onProgress: (done, total) => onProgress(total === 0 ? 100 : Math.floor((100 * done) / total)),
          signal,
        });
        onProgress(null);
        return await registerSealed(context, sealed, signal);
      } catch (error) {
        if (!signal.aborted) throw new SealingError(error, sealed);
        // Sealing completed before the cancellation.
        if (sealed !== null) await releaseSealingPath(context, sealed.path).catch(() => undefined);
        throw error;
      }
    },
    toFailure: (error) => {
      const { reason, sealed } = error instanceof SealingError ? error : { reason: error, sealed: null };
      return { error: transferErrorOf(reason, 'file.not_readable'), sealed };
    },
    onRows,
    // A copy that cannot be deleted now is deleted when the screen is next opened.
    onReleased: async ({ context }, failure) => {
      if (failure?.sealed) await releaseSealingPath(context, failure.sealed.path);
    },
  });

/**
 * Seals and registers files one after the other. Cancelling, also by leaving the screen, deletes the partial results; a
 * failure of one file does not stop the others.
 */
export function useSealing(context: DocumentsContext) {
  const [rows, setRows] = useState<readonly SealRow[]>([]);
  const [queue] = useState(() => createSealingQueue(setRows));
  const files = useRef(new Map<string, PickedFile>());
  const stop = useCallback(() => queue.end(true), [queue]);
  useEffect(() => {
    void deletePartialSeals(context).catch(() => undefined);
    return stop;
  }, [context, stop]);

  const start = useCallback(
    (requests: readonly SealRequest[]) => {
      const queued = queue.add(requests.map((request) => ({ context, file: request.file, request })));
      files.current = new Map(queued.map(({ id }, index) => [id, requests[index]?.file as PickedFile]));
    },
    [context, queue],
  );
  /** The file of a row. */
  const fileOf = useCallback((id: string) => files.current.get(id), []);
  return { rows, start, stop, fileOf, cancel: queue.cancel, retry: queue.retry, dismiss: queue.dismiss };
}
