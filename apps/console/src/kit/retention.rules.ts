import { limits } from '@sealflow/domain/limits';

const { minMessages, minApplications, max } = limits.retentionDays;

export interface RetentionValues {
  /** Null: as long as the deployment keeps them. */
  readonly messageDays: number | null;
  readonly applicationDays: number | null;
  /** Whether ended applications are archived before they are deleted. */
  readonly archiveApplications: boolean;
}

/** The values that a change contains. */
export type RetentionChange = {
  readonly [Key in keyof RetentionValues]?: RetentionValues[Key] | undefined;
};

/** The longest times of the deployment in days; null: unlimited. */
export interface RetentionLimits {
  readonly messages: number | null;
  readonly applications: number | null;
}

/** The allowed numbers of days; null where the deployment keeps content for less than the shortest time. */
export function retentionBounds({ messages, applications }: RetentionLimits) {
  const bounds = (min: number, limit: number | null) =>
    limit !== null && limit < min ? null : { min, max: limit ?? max };
  return {
    messageDays: bounds(minMessages, messages),
    applicationDays: bounds(minApplications, applications),
  } as const;
}

/** The days of a typed text: null for an empty one, NaN for anything but a whole number. */
export function parseDays(text: string): number | null {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  return /^[0-9]{1,9}$/.test(trimmed) ? Number(trimmed) : Number.NaN;
}

/** Whether a number of days is not allowed. */
export const isFault = (days: number | null, bounds: { min: number; max: number } | null): boolean =>
  days !== null && (bounds === null || !(days >= bounds.min && days <= bounds.max));

export function isRetentionFault(
  values: Pick<RetentionValues, 'messageDays' | 'applicationDays'>,
  deployment: RetentionLimits,
): boolean {
  const bounds = retentionBounds(deployment);
  return (
    isFault(values.messageDays, bounds.messageDays) || isFault(values.applicationDays, bounds.applicationDays)
  );
}

/** What a change of retention affects, in the order of the fields. */
export function retentionEffectsOf({ messageDays, applicationDays, archiveApplications }: RetentionChange) {
  return [
    ...(messageDays === undefined ? [] : (['messagesKept'] as const)),
    ...(applicationDays === undefined ? [] : (['applicationsKept'] as const)),
    ...(archiveApplications === undefined
      ? []
      : ([archiveApplications ? 'archiveOn' : 'archiveOff'] as const)),
  ];
}
