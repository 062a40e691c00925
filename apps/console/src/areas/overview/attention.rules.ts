import type { FlowsOverview, Overview } from './overview.queries.ts';

type Concern =
  | 'lockedAccounts'
  | 'expiredInvitations'
  | 'openInvitations'
  | 'failedProcessing'
  | 'failedMails'
  | 'overdueTasks'
  | 'longWaiting'
  | 'failedMailDeliveries'
  | 'failedSms'
  | 'failedPushes'
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
const oldKeyDays = 365;

/** What administrators should look at, the urgent first. Numbers that the person may not see are left out. */
export function attentionOf(
  overview: Overview,
  flows: FlowsOverview | undefined,
  now: number,
): readonly AttentionItem[] {
  const { people, licenceKey, failedDeliveries } = overview;
  const daysSince = (time: number) => Math.floor((now - time) / dayMs);
  const failures = `mailboxes?tab=failures&days=${failedDeliveries?.days ?? 0}&channel=`;
  const keyDays = licenceKey ? daysSince(licenceKey.createAt) : 0;
  const items: AttentionItem[] = [
    {
      concern: 'failedProcessing',
      count: flows?.failedProcessing ?? 0,
      isUrgent: true,
      path: 'applications?state=not_processed',
    },
    {
      concern: 'failedMails',
      count: flows?.failedMails ?? 0,
      isUrgent: true,
      path: 'applications?problem=mail_failed',
    },
    {
      concern: 'overdueTasks',
      count: flows?.overdueApplications ?? 0,
      isUrgent: true,
      path: 'applications?problem=overdue',
    },
    {
      concern: 'lockedAccounts',
      count: people?.lockedAccounts ?? 0,
      isUrgent: true,
      path: 'people?accountState=locked',
    },
    {
      concern: 'failedSms',
      count: failedDeliveries?.sms ?? 0,
      isUrgent: false,
      path: `${failures}sms`,
    },
    {
      concern: 'failedMailDeliveries',
      count: failedDeliveries?.mail ?? 0,
      isUrgent: false,
      path: `${failures}mail`,
    },
    {
      concern: 'failedPushes',
      count: failedDeliveries?.push ?? 0,
      isUrgent: false,
      path: `${failures}push`,
    },
    {
      concern: 'longWaiting',
      count: flows?.longWaiting ?? 0,
      isUrgent: false,
      path: 'applications?waiting=168',
    },
    {
      concern: 'expiredInvitations',
      count: people?.expiredInvitations ?? 0,
      isUrgent: false,
      path: 'people?invitation=expired',
    },
    {
      concern: 'openInvitations',
      count: people?.openInvitations ?? 0,
      isUrgent: false,
      path: 'people?invitation=open',
    },
    { concern: 'oldKey', count: keyDays >= oldKeyDays ? keyDays : 0, isUrgent: false, path: 'keys' },
  ];
  return items.filter(({ count }) => count > 0);
}
