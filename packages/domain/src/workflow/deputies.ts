import type { ApplicationType } from './application-types.ts';

/** A period in which a deputy decides the tasks of a person too. */
export interface Absence {
  /** The member whose tasks the deputy decides. */
  readonly personID: string;
  readonly deputyID: string;
  /** The first millisecond of the period, since 1970. */
  readonly from: number;
  /** The first millisecond after the period; null for a period without an end. */
  readonly until: number | null;
  /** The application types that the deputy decides; null for all types. */
  readonly types: readonly ApplicationType[] | null;
}

export type AbsenceErrorCode =
  | 'work.deputy_invalid'
  | 'work.absence_period_invalid'
  | 'work.absence_overlaps';

/** Whether the deputy decides tasks of this type at the time. */
export function isDeputising(absence: Absence, { type, at }: { type: ApplicationType; at: number }): boolean {
  return isRunning(absence, at) && (absence.types === null || absence.types.includes(type));
}

/** Whether the period contains the time. */
export function isRunning({ from, until }: Pick<Absence, 'from' | 'until'>, at: number): boolean {
  return from <= at && (until === null || at < until);
}

/**
 * The deputy of a person for an application type. The deputy of a deputy gets nothing: only absences of the person count.
 * @param absences - absences of any people; at most one of a person runs for each type.
 */
export function deputyOf(
  absences: readonly Absence[],
  { personID, type, at }: { personID: string; type: ApplicationType; at: number },
): string | null {
  const absence = absences.find((one) => one.personID === personID && isDeputising(one, { type, at }));
  return absence?.deputyID ?? null;
}

/**
 * Why an absence cannot be set; null if it can.
 * @param absence - the new absence.
 * @param context - the other absences of the person that have not ended, the time, and who is active.
 */
export function absenceErrorOf(
  absence: Absence,
  {
    others,
    at,
    isActive,
  }: { others: readonly Absence[]; at: number; isActive: (personID: string) => boolean },
): AbsenceErrorCode | null {
  const { personID, deputyID, from, until } = absence;
  if (until !== null && (until <= from || until <= at)) return 'work.absence_period_invalid';
  if (deputyID === personID || !isActive(deputyID)) return 'work.deputy_invalid';
  return others.some((other) => isOverlapping(absence, other)) ? 'work.absence_overlaps' : null;
}

function isOverlapping(one: Absence, other: Absence): boolean {
  const overlapsInTime = startsBeforeEnd(one, other) && startsBeforeEnd(other, one);
  const overlapsInType =
    one.types === null || other.types === null || one.types.some((type) => other.types?.includes(type));
  return overlapsInTime && overlapsInType;
}

function startsBeforeEnd({ from }: Absence, { until }: Absence): boolean {
  return until === null || from < until;
}
