import type { Texts } from '../texts.ts';

export const mailboxes: Texts['mailboxes'] = {
  lead: 'Trusted mails can be sent to these addresses only. Members can also apply for an address of their own.',
  tabs: { trusted: 'Trusted mailboxes', failures: 'Failed deliveries' },
  search: 'Address',
  email: 'Address',
  trustedFor: 'Trusted for',
  everyone: 'Everyone',
  origin: 'Origin',
  byApplication: 'Approved application',
  byAdministrator: 'Added by an administrator',
  createAt: 'Added',
  add: 'Add trusted mailbox',
  addText: 'Every member of the organisation can send trusted mails to this address.',
  invalid: 'Enter a valid email address',
  added: 'Trusted mailbox added',
  remove: 'Remove',
  removeTitle: 'Remove the trusted mailbox?',
  removeText:
    'No more trusted mails can be sent to this address. Mails that wait for approval will fail too.',
  removed: 'Trusted mailbox removed',
  acts: 'Acts',
  emptyTitle: 'No trusted mailboxes yet',
  emptyHint:
    'Add the addresses that the organisation trusts, so that members can send trusted mails to them.',
};
