/**
 * Whether a text is a JWS in compact serialization and canonical: three parts of unpadded base64url, without stray bits at the
 * end of the signature. Libraries accept more, so that several texts would be the same token.
 */
export function isCompactJws(token: string): boolean {
  const signature = /^[\w-]+\.[\w-]+\.([\w-]+)$/.exec(token)?.[1];
  return signature !== undefined && Buffer.from(signature, 'base64url').toString('base64url') === signature;
}

/** Whether a claim is a non-empty string without NUL, as ids are. */
export function isIdText(claim: unknown): claim is string {
  return typeof claim === 'string' && claim !== '' && !claim.includes('\0');
}
