import type { Texts } from '../texts.ts';

export const queue: Texts['queue'] = {
  undo: 'Undo',
  offer: (decision) => `${decision}. Sent in 5 seconds.`,
  heldHere: (action) => `“${action}” is sent in a few seconds. Until then you can withdraw it.`,
  heldHint: 'Sent in a few seconds. Until then you can undo it.',
  refused: (action, title) => `“${action}” failed for “${title}”`,
  look: 'Back to this task',
  next: 'Open the next task after a decision',
  nextHint:
    'When you decide a task of a list, the next one opens. A decision is sent after 5 seconds; until then you can undo it.',
};
