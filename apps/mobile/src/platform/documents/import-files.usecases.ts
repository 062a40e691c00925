import type { PickedFile } from '../ports/picker.port.ts';
import type { DocumentsContext } from './document.types.ts';
import { importFile } from './import-file.usecases.ts';
import { useImports } from './imports.store.ts';

let last: Promise<unknown> = Promise.resolve();
/** The batches that have not come to their end; the first is the one under way. */
const batches = new Set<AbortController>();

/** What happens to each file once its record is there. */
type Stored<File> = (file: File) => Promise<void>;

/**
 * Takes files in, one after the other, and after those that are under way: nothing that came breaks off what came before.
 * @returns the `fileID` of each; null where the person cancelled.
 * @throws StorageError; what was taken in before stays.
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

/** Ends what is under way; what waits behind it goes on. */
export function cancelImport(): void {
  const [first] = batches;
  first?.abort();
}

/** The account leaves: nothing that waits is taken in any more. */
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
