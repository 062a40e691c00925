import type { Texts } from '../texts.ts';
import { counted } from './counted.util.ts';

export const overview: Texts['overview'] = {
  lead: 'What needs attention, and the last 30 days.',
  attention: 'Needs attention',
  nothing: 'Nothing needs attention at the moment.',
  urgent: 'Urgent',
  notice: 'Notice',
  concerns: {
    lockedAccounts: (count) => counted(count, 'account is locked', 'accounts are locked'),
    expiredInvitations: (count) => counted(count, 'invitation has expired', 'invitations have expired'),
    openInvitations: (count) =>
      counted(count, 'invitation waits for acceptance', 'invitations wait for acceptance'),
    failedProcessing: (count) =>
      counted(count, 'application has files that failed', 'applications have files that failed'),
    overdueTasks: (count) => counted(count, 'task is overdue', 'tasks are overdue'),
    oldTask: (days) => `The oldest task has waited for ${counted(days, 'day', 'days')}`,
    oldKey: (days) => `The licence key is ${counted(days, 'day', 'days')} old; consider rotating it`,
  },
  numbers: 'At a glance',
  members: 'Active members',
  invited: 'Invited',
  documents: 'Documents',
  inProgress: 'Applications in progress',
  waiting: 'Waiting tasks',
  keyGeneration: 'Licence key generation',
  signIns: 'Sign-ins',
  opened: 'Documents opened',
  applications: 'New applications',
  summary: (days, total, day, most) => `${total} in the last ${days} days. The most were on ${day}: ${most}.`,
  noneInDays: (days) => `None in the last ${days} days.`,
  day: 'Day',
};
