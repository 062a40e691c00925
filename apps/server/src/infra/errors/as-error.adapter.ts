/** What was thrown, as an error that a log can name: by its code or kind alone where it is none. */
export function asError(thrown: unknown): Error {
  if (thrown instanceof Error) return thrown;
  const code = typeof thrown === 'object' && thrown !== null && 'code' in thrown ? thrown.code : undefined;
  return new Error(`not an error: ${typeof code === 'string' ? code : typeof thrown}`);
}
