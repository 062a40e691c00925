/** Paths that only the service answers, with all paths below them. The console is a page of its own. */
export const servicePaths = [
  '/api',
  '/otdf',
  '/kas',
  '/.well-known',
  '/healthz',
  '/readyz',
  '/metrics',
  '/console',
] as const;

const servicePathPattern = servicePaths.map((path) => path.replace('.', String.raw`\.`)).join('|');

/**
 * Addresses (path and query) that are not screens of the app: the service answers them, and responses are not cached.
 * Only the path's extension counts: a query contains codes and names, such as `err=app.offline`.
 */
export const nonScreenPatterns: readonly RegExp[] = [
  new RegExp(`^(?:${servicePathPattern})(?:[/?]|$)`),
  /^[^?]*\.[a-z\d]+(?:\?|$)/i,
];
