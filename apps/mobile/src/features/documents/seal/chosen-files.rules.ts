import type { PickedFile } from '../../../platform/index.ts';

export type ChosenFile = {
  readonly id: string;
  readonly file: PickedFile;
  /** Why it cannot be sealed; null if it can. */
  readonly problem: 'alreadySealed' | 'unreadable' | null;
};

const isSame = (one: PickedFile, other: PickedFile) =>
  one.name === other.name && one.size === other.size && one.modifiedAt === other.modifiedAt;

/** The files that are not among the chosen ones or earlier in the list, up to a number of chosen files. */
export function newFiles(
  chosen: readonly ChosenFile[],
  picked: readonly PickedFile[],
  most: number,
): { readonly added: readonly PickedFile[]; readonly repeated: number; readonly isTooMany: boolean } {
  const known = chosen.map(({ file }) => file);
  const distinct: PickedFile[] = [];
  for (const file of picked)
    if (![...known, ...distinct].some((one) => isSame(one, file))) distinct.push(file);
  const added = distinct.slice(0, Math.max(0, most - chosen.length));
  return { added, repeated: picked.length - distinct.length, isTooMany: added.length < distinct.length };
}
