import { create } from 'zustand';
import type { PickedFile } from '../../../platform/index.ts';

/** Files dropped on the button that opens the sealing screen, until the screen takes them. */
export const useSealIntake = create<{ readonly files: readonly PickedFile[] }>(() => ({ files: [] }));

export const offerFilesToSeal = (files: readonly PickedFile[]): void => useSealIntake.setState({ files });

/** @returns the offered files, once. */
export function takeFilesToSeal(): readonly PickedFile[] {
  const { files } = useSealIntake.getState();
  if (files.length > 0) useSealIntake.setState({ files: [] });
  return files;
}
