import type { DraftDetails } from './draft.types.ts';

/** Recipients with the one that is still being typed, each once. */
export function allRecipients({ to, recipient }: Pick<DraftDetails, 'to' | 'recipient'>): readonly string[] {
  return [...new Set([...to, ...splitAddresses(recipient)])];
}

/** Addresses as people paste them: apart by commas, semicolons, blanks or lines, in either width. */
export const splitAddresses = (text: string): readonly string[] =>
  text.split(/[\s,;，；、]+/u).filter((part) => part !== '');
