import type { Address } from './checks.rules.ts';

/** What stands for the old password on the way to a new one. It travels in the history's state, not in an address. */
export type ResetProof = { readonly to: Address; readonly code: string };

export const proofIn = (state: unknown): ResetProof | null =>
  (state as { readonly proof?: ResetProof } | null)?.proof ?? null;

/** Beside whatever the state holds already. */
export const withProof = (state: unknown, proof: ResetProof) => ({ ...(state as object | null), proof });

/** Takes it out again, once it is used up. */
export function withoutProof(state: unknown): object {
  const { proof: _, ...rest } = (state ?? {}) as { readonly proof?: ResetProof };
  return rest;
}
