/**
 * Whether a text is a signed token in the one way to write it: three parts of base64url without padding, and no bit in the
 * signature that no byte has. Libraries read more, and then many texts would be one token.
 */
export function isCompact(token: string): boolean {
  const signature = /^[\w-]+\.[\w-]+\.([\w-]+)$/.exec(token)?.[1];
  return signature !== undefined && Buffer.from(signature, 'base64url').toString('base64url') === signature;
}

/** Whether a claim is what an id can be. */
export function isIdText(claim: unknown): claim is string {
  return typeof claim === 'string' && claim !== '' && !claim.includes('\0');
}
