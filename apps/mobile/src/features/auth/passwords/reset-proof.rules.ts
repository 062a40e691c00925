import type { Contact } from '../field-checks.rules.ts';

/** The code that replaces the old password in a reset. It is passed in the history state, not in an address. */
export type ResetProof = { readonly to: Contact; readonly code: string };

export const readResetProof = (state: unknown): ResetProof | null =>
  (state as { readonly proof?: ResetProof } | null)?.proof ?? null;

/** Adds the proof to the existing history state. */
export const withResetProof = (state: unknown, proof: ResetProof) => ({ ...(state as object | null), proof });

/** Removes the proof after use. */
export function withoutResetProof(state: unknown): object {
  const { proof: _, ...rest } = (state ?? {}) as { readonly proof?: ResetProof };
  return rest;
}
