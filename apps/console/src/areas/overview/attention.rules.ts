import type { FlowsOverview, Overview } from './overview.queries.ts';

type Concern =
  | 'lockedAccounts'
  | 'expiredInvitations'
  | 'openInvitations'
  | 'failedProcessing'
  | 'overdueTasks'
  | 'oldTask'
  | 'oldKey';

export type AttentionItem = {
  readonly concern: Concern;
  /** How many, or the age in days. */
  readonly count: number;
  readonly isUrgent: boolean;
  /** The list that shows them, relative to the pages of the tenant. */
  readonly path: string;
};

const dayMs = 86_400_000;
const oldTaskDays = 7;
const oldKeyDays = 365;

/** What administrators should look at, the urgent first. Numbers that the person may not see are left out. */
export function attentionOf(
  overview: Overview,
  flows: FlowsOverview | undefined,
  now: number,
): readonly AttentionItem[] {
  const { people, licenceKey } = overview;
  const daysSince = (time: number) => Math.floor((now - time) / dayMs);
  const taskDays = flows && flows.oldestTaskAt !== null ? daysSince(flows.oldestTaskAt) : 0;
  const keyDays = licenceKey ? daysSince(licenceKey.createAt) : 0;
  const items: AttentionItem[] = [
    {
      concern: 'failedProcessing',
      count: flows?.failedProcessing ?? 0,
      isUrgent: true,
      path: 'applications',
    },
    { concern: 'overdueTasks', count: flows?.overdueTasks ?? 0, isUrgent: true, path: 'applications' },
    { concern: 'lockedAccounts', count: people?.lockedAccounts ?? 0, isUrgent: true, path: 'people' },
    {
      concern: 'oldTask',
      count: taskDays >= oldTaskDays ? taskDays : 0,
      isUrgent: false,
      path: 'applications',
    },
    {
      concern: 'expiredInvitations',
      count: people?.expiredInvitations ?? 0,
      isUrgent: false,
      path: 'people?state=invited',
    },
    {
      concern: 'openInvitations',
      count: people?.openInvitations ?? 0,
      isUrgent: false,
      path: 'people?state=invited',
    },
    { concern: 'oldKey', count: keyDays >= oldKeyDays ? keyDays : 0, isUrgent: false, path: 'keys' },
  ];
  return items.filter(({ count }) => count > 0);
}
