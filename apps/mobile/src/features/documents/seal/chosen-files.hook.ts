import { useCallback, useEffect, useRef, useState } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { maxQueuedFiles } from '../../../platform/documents/file-queue.rules.ts';
import { isSealed } from '../../../platform/documents/seal-file.usecases.ts';
import { type PickedFile, usePlatform } from '../../../platform/index.ts';
import { randomID } from '../../../platform/random.util.ts';
import { showSnackbar } from '../../../shell/notices/snackbar.store.ts';
import { type ChosenFile, newFiles } from './chosen-files.rules.ts';
import { takeFilesToSeal, useSealIntake } from './seal-intake.store.ts';

/** Checks now that the file is readable, before the user fills in the rest of the form. */
async function problemOf(file: PickedFile): Promise<ChosenFile['problem']> {
  try {
    await file.read(0, Math.min(1, file.size));
    return (await isSealed(file)) ? 'alreadySealed' : null;
  } catch {
    return 'unreadable';
  }
}

/**
 * The files chosen for sealing, and why some of them cannot be sealed.
 * @param isFixed - while files are sealed, dropped ones wait.
 */
export function useChosenFiles(isFixed: boolean) {
  const { seal, documents } = useTexts();
  const { picker } = usePlatform();
  const [chosen, setChosen] = useState<readonly ChosenFile[]>([]);
  const latest = useRef(chosen);
  const update = useCallback((change: (before: readonly ChosenFile[]) => readonly ChosenFile[]) => {
    latest.current = change(latest.current);
    setChosen(latest.current);
  }, []);

  const add = useCallback(
    async (picked: readonly PickedFile[]): Promise<void> => {
      for (const file of picked) {
        const { added } = newFiles(latest.current, [file], maxQueuedFiles);
        if (added.length === 0) continue;
        const problem = await problemOf(file);
        update((before) => [...before, { id: randomID(), file, problem }]);
      }
    },
    [update],
  );
  const addPicked = useCallback(
    (picked: readonly PickedFile[]) => {
      const { added, repeated, isTooMany } = newFiles(latest.current, picked, maxQueuedFiles);
      if (repeated > 0) showSnackbar({ color: 'info', text: seal.repeated(repeated) });
      if (isTooMany) showSnackbar({ color: 'info', text: documents.imports.tooMany(maxQueuedFiles) });
      void add(added);
    },
    [add, seal, documents],
  );
  const isOffered = useSealIntake(({ files }) => files.length > 0);
  useEffect(() => {
    if (isOffered && !isFixed) addPicked(takeFilesToSeal());
  }, [isOffered, isFixed, addPicked]);

  const pick = () => void picker.pick({ multiple: true }).then(addPicked);
  const remove = (id: string) => update((before) => before.filter((one) => one.id !== id));
  /** Leaves only the files that `isLeft` accepts. */
  const keepOnly = useCallback(
    (isLeft: (file: PickedFile) => boolean) => update((before) => before.filter(({ file }) => isLeft(file))),
    [update],
  );
  return { chosen, add: addPicked, pick, remove, keepOnly };
}
