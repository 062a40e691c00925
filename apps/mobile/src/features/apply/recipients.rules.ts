import type { DraftDetails } from './draft.types.ts';

/** The recipients and the one being typed, without duplicates. */
export function allRecipients({ to, recipient }: Pick<DraftDetails, 'to' | 'recipient'>): readonly string[] {
  return [...new Set([...to, ...splitAddresses(recipient)])];
}

/** Splits pasted addresses at commas, semicolons and white space, half-width or full-width. */
export const splitAddresses = (text: string): readonly string[] =>
  text.split(/[\s,;，；、]+/u).filter((part) => part !== '');
