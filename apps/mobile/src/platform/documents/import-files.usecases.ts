import type { PickedFile } from '../ports/picker.port.ts';
import type { DocumentsContext } from './document.types.ts';
import { importFile } from './import-file.usecases.ts';
import { useImports } from './imports.store.ts';

let last: Promise<unknown> = Promise.resolve();
/** Unfinished batches; the first is running. */
const batches = new Set<AbortController>();

/** Called with each file after its record is saved. */
type Stored<File> = (file: File) => Promise<void>;

/**
 * Imports files one after the other, and after running imports: a new batch does not interrupt an earlier one.
 * @returns the `fileID` of each; null if the user cancelled.
 * @throws StorageError; files imported before stay.
 */
export function importFiles<File extends PickedFile>(
  context: DocumentsContext,
  files: readonly File[],
  onStored?: Stored<File>,
): Promise<readonly string[] | null> {
  const controller = new AbortController();
  batches.add(controller);
  const done = last
    .then(() => run(context, files, { onStored, signal: controller.signal }))
    .finally(() => batches.delete(controller));
  last = done.catch(() => undefined);
  return done;
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

async function run<File extends PickedFile>(
  context: DocumentsContext,
  files: readonly File[],
  { onStored, signal }: { readonly onStored: Stored<File> | undefined; readonly signal: AbortSignal },
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
