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
    failedMails: (count) =>
      counted(count, 'application has a mail that failed', 'applications have a mail that failed'),
    overdueTasks: (count) =>
      counted(count, 'application has an overdue task', 'applications have an overdue task'),
    longWaiting: (count) =>
      counted(
        count,
        'application has waited for more than 7 days',
        'applications have waited for more than 7 days',
      ),
    failedMailDeliveries: (count) => `${counted(count, 'mail', 'mails')} failed in the last 7 days`,
    failedSms: (count) => `${counted(count, 'text message', 'text messages')} failed in the last 7 days`,
    failedPushes: (count) => `${counted(count, 'push was', 'pushes were')} not delivered in the last 7 days`,
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
