/** Where the service alone answers: these addresses and all below them. */
export const servicePaths = [
  '/api',
  '/otdf',
  '/kas',
  '/.well-known',
  '/healthz',
  '/readyz',
  '/metrics',
] as const;

const below = servicePaths.map((path) => path.replace('.', String.raw`\.`)).join('|');

/**
 * Addresses (path and query) that are no screens of the app: the service answers them, and nothing of what it answers is
 * kept. An ending counts in the path alone: a query names codes and people, such as `err=app.offline`.
 */
export const notScreens: readonly RegExp[] = [
  new RegExp(`^(?:${below})(?:[/?]|$)`),
  /^[^?]*\.[a-z\d]+(?:\?|$)/i,
];
