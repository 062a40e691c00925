/** What was thrown, as an error that a log can name: by its code or kind alone where it is none. */
export function asError(thrown: unknown): Error {
  if (thrown instanceof Error) return thrown;
  const { code, name } = (typeof thrown === 'object' && thrown !== null ? thrown : {}) as {
    code?: unknown;
    name?: unknown;
  };
  return new Error(`not an error: ${String(code ?? name ?? typeof thrown)}`);
}
