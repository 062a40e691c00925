import type { Texts } from '../texts.ts';

export const keys: Texts['keys'] = {
  lead: 'The licence key protects the content key of every document. Its private part never leaves the service.',
  generation: 'Generation',
  number: (generation) => `Generation ${generation}`,
  state: 'State',
  states: { current: 'For new documents', older: 'Opens older documents', withdrawn: 'Withdrawn' },
  createdAt: 'Created',
  withdrawnAt: 'Withdrawn',
  documents: 'Documents of its time',
  algorithms: 'Algorithms',
  kid: 'Key ID',
  newestHint: 'The newest generation cannot be withdrawn. Rotate the key first.',
  rotate: 'Rotate the key',
  rotateHint:
    'A new generation is created for documents that are sealed from now on. Existing documents still open and need not be sealed again.',
  rotated: (generation) => `Generation ${generation} created`,
  withdraw: 'Withdraw',
  withdrawOne: (name) => `Withdraw ${name}?`,
  withdrawStops: (count) =>
    `Documents that were registered in its time (${count}) can never be opened again, not even by their owners.`,
  withdrawHint:
    'The same holds for unregistered documents sealed with this generation. This cannot be undone.',
  withdrawn: 'Generation withdrawn',
  emptyTitle: 'No licence keys yet',
  emptyHint: 'Rotating creates the first generation.',
};
