import type { ChosenPerson } from '../../../platform/outbox/index.ts';
import type { FlowView } from '../work.queries.ts';

/** Parses the people in a draft; empty if they are invalid. */
export function parsePeople(text: string): readonly ChosenPerson[] {
  if (text === '') return [];
  try {
    const parsed: unknown = JSON.parse(text);
    return Array.isArray(parsed) ? (parsed as ChosenPerson[]) : [];
  } catch {
    return [];
  }
}

/**
 * Ids of the people who cannot receive the task, by the service's rules: a person has at most one open task of
 * an application, and does not approve their own application.
 */
export function ineligiblePeople({ info, process }: FlowView, ownFid: string): readonly string[] {
  const assigned = process
    .filter(({ stepType }) => stepType === 'approve' || stepType === 'file_process')
    .flatMap(({ tasks }) => tasks)
    .flatMap(({ state, assignee }) => (state === 'awaiting' && assignee !== null ? [assignee.fid] : []));
  const applicant = info.myTask?.nodeType === 'approve' ? [info.applicant.fid] : [];
  return [ownFid, ...applicant, ...assigned];
}

/** Toggles a person. With `maxPeople` 1, a new person replaces the former one. */
export function togglePerson(
  chosen: readonly ChosenPerson[],
  person: ChosenPerson,
  maxPeople: number,
): readonly ChosenPerson[] {
  const rest = chosen.filter(({ fid }) => fid !== person.fid);
  if (rest.length < chosen.length) return rest;
  if (maxPeople === 1) return [person];
  return chosen.length < maxPeople ? [...chosen, person] : chosen;
}
