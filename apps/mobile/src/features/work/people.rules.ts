import type { ChosenPerson } from '../../platform/outbox/index.ts';

/** Reads people from a draft; what is not understood chooses nobody. */
export function readPeople(text: string): readonly ChosenPerson[] {
  if (text === '') return [];
  try {
    const read: unknown = JSON.parse(text);
    return Array.isArray(read) ? (read as ChosenPerson[]) : [];
  } catch {
    return [];
  }
}

/** A press on a person: one takes the place of the other where only one is asked for. */
export function toggledPerson(
  chosen: readonly ChosenPerson[],
  person: ChosenPerson,
  most: number,
): readonly ChosenPerson[] {
  const rest = chosen.filter(({ fid }) => fid !== person.fid);
  if (rest.length < chosen.length) return rest;
  if (most === 1) return [person];
  return chosen.length < most ? [...chosen, person] : chosen;
}
