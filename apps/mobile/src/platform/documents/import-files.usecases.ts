import type { PickedFile } from '../ports/picker.port.ts';
import type { DocumentsContext } from './document.types.ts';
import { importFile } from './import-file.usecases.ts';
import { useImports } from './imports.store.ts';

let lastBatch: Promise<unknown> = Promise.resolve();
/** Unfinished batches; the first is running. */
const batches = new Set<AbortController>();

/** Called with each file after its record is saved. */
type OnFileStored<File> = (file: File) => Promise<void>;

type ImportFailure<File> = { readonly file: File; readonly error: unknown };

/** The files of a batch that could not be imported; all others are stored. */
export class ImportError<File extends PickedFile = PickedFile> extends Error {
  readonly failures: readonly ImportFailure<File>[];

  constructor(failures: readonly ImportFailure<File>[]) {
    super('Files could not be imported');
    this.name = 'ImportError';
    this.failures = failures;
  }
}

/**
 * Imports files one after the other, and after running imports: a new batch does not interrupt an earlier one.
 * @returns the `fileID` of each; null if the user cancelled.
 * @throws ImportError after the last file; a failed file does not keep the others from being imported.
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
  const failures: ImportFailure<File>[] = [];
  const importOne = async (file: File) => {
    const onProgress = (percent: number) => useImports.setState({ importing: { name: file.name, percent } });
    onProgress(0);
    ids.push(await importFile(context, file, { onProgress, signal }));
    await onStored?.(file);
  };
  try {
    for (const file of files) {
      if (signal.aborted) return null;
      await importOne(file).catch((error: unknown) => failures.push({ file, error }));
    }
  } finally {
    useImports.setState({ importing: null });
  }
  if (signal.aborted) return null;
  if (failures.length > 0) throw new ImportError(failures);
  return ids;
}
