import type { Texts } from '../texts.ts';

export const messages: Texts['messages'] = {
  noSessions: 'No messages yet',
  noSessionsHint: 'Reminders of approvals and announcements appear here.',
  noMessages: 'No messages here yet',
  noLastMessage: 'No messages',
  kinds: { announcement: 'Announcements', work: 'Work', conversation: 'Conversation' },
  openFlow: 'See the application',
  openTask: 'Go to the task',
  play: 'Play aloud',
  stop: 'Stop',
  loadingOlder: 'Loading older messages',
  otherTenantTitle: 'Switch organisation?',
  otherTenantText: (name) => `This message belongs to “${name}”. Switch to that organisation to see it.`,
  switchAndOpen: 'Switch and open',
  unknownTenant: 'You are no longer in the organisation this message belongs to',
};
