/** Converts a thrown value to an Error for logs. A non-error is described by its code or type only. */
export function toError(thrown: unknown): Error {
  if (thrown instanceof Error) return thrown;
  const code = typeof thrown === 'object' && thrown !== null && 'code' in thrown ? thrown.code : undefined;
  return new Error(`thrown value is not an Error: ${typeof code === 'string' ? code : typeof thrown}`);
}
