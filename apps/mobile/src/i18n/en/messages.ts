import type { Texts } from '../texts.ts';

export const messages: Texts['messages'] = {
  noSessions: 'No messages yet',
  noSessionsHint: 'Approval reminders and announcements appear here.',
  noMessages: 'No messages here yet',
  noLastMessage: 'No messages',
  kinds: { announcement: 'Announcements', work: 'Work', conversation: 'Conversation' },
  openFlow: 'View application',
  openTask: 'Go to the task',
  play: 'Read aloud',
  stop: 'Stop',
  loadingOlder: 'Loading older messages',
  otherTenantTitle: 'Switch organisation?',
  otherTenantText: (name) => `This message belongs to “${name}”. Switch to that organisation to view it.`,
  switchAndOpen: 'Switch and open',
  unknownTenant: 'You no longer belong to the organisation of this message',
};
