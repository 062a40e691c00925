import type { ChosenPerson } from '../../platform/outbox/index.ts';
import type { FlowView } from './work.queries.ts';

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

/**
 * Who cannot be handed a task, as the service has it: nobody holds two of an application at a time, and nobody approves
 * their own.
 */
export function takenPeople({ info, process }: FlowView, own: string): readonly string[] {
  const busy = process
    .filter(({ stepType }) => stepType === 'approve' || stepType === 'file_process')
    .flatMap(({ tasks }) => tasks)
    .flatMap(({ state, assignee }) => (state === 'awaiting' && assignee !== null ? [assignee.fid] : []));
  const applicant = info.myTask?.nodeType === 'approve' ? [info.applicant.fid] : [];
  return [own, ...applicant, ...busy];
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
