import { useState } from 'react';
import { isSealed } from '../../../platform/documents/seal-file.usecases.ts';
import { type PickedFile, usePlatform } from '../../../platform/index.ts';

/** The file picked for sealing, and why the last pick was rejected. */
export function useFileToSeal() {
  const { picker } = usePlatform();
  const [file, setFile] = useState<PickedFile | null>(null);
  const [problem, setProblem] = useState<'alreadySealed' | 'unreadable' | null>(null);

  const selectFile = async ([chosen]: readonly PickedFile[]) => {
    if (chosen === undefined) return;
    try {
      // Checks now that the file is readable, before the user fills in the rest of the form.
      await chosen.read(0, Math.min(1, chosen.size));
      const isDone = await isSealed(chosen);
      setProblem(isDone ? 'alreadySealed' : null);
      setFile(isDone ? null : chosen);
    } catch {
      setProblem('unreadable');
      setFile(null);
    }
  };
  const pick = () => void picker.pick().then(selectFile);
  return { file, problem, selectFile, pick };
}
