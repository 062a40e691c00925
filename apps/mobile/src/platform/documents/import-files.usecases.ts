import type { PickedFile } from '../ports/picker.port.ts';
import type { DocumentsContext } from './document.types.ts';
import { importFile } from './import-file.usecases.ts';
import { useImports } from './imports.store.ts';

let lastBatch: Promise<unknown> = Promise.resolve();
/** Unfinished batches; the first is running. */
const batches = new Set<AbortController>();

/** Called with each file after its record is saved. */
type OnFileStored<File> = (file: File) => Promise<void>;

/**
 * Imports files one after the other, and after running imports: a new batch does not interrupt an earlier one.
 * @returns the `fileID` of each; null if the user cancelled.
 * @throws StorageError; files imported before stay.
 */
export function importFiles<File extends PickedFile>(
  context: DocumentsContext,
  files: readonly File[],
  onStored?: OnFileStored<File>,
): Promise<readonly string[] | null> {
  const controller = new AbortController();
  batches.add(controller);
  const result = lastBatch
    .then(() => runBatch(context, files, { onStored, signal: controller.signal }))
    .finally(() => batches.delete(controller));
  lastBatch = result.catch(() => undefined);
  return result;
}

/** Cancels the running batch; queued ones continue. */
export function cancelImport(): void {
  const [first] = batches;
  first?.abort();
}

/** Cancels all batches on sign-out. */
export function endImports(): void {
  for (const batch of batches) batch.abort();
}

async function runBatch<File extends PickedFile>(
  context: DocumentsContext,
  files: readonly File[],
  { onStored, signal }: { readonly onStored: OnFileStored<File> | undefined; readonly signal: AbortSignal },
): Promise<readonly string[] | null> {
  const ids: string[] = [];
  try {
    for (const file of files) {
      signal.throwIfAborted();
      const onProgress = (percent: number) =>
        useImports.setState({ importing: { name: file.name, percent } });
      onProgress(0);
      ids.push(await importFile(context, file, { onProgress, signal }));
      await onStored?.(file);
    }
    return ids;
  } catch (error) {
    if (signal.aborted) return null;
    throw error;
  } finally {
    useImports.setState({ importing: null });
  }
}
