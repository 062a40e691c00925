/**
 * Addresses (path and query) that are no screens of the app: the service answers them, and nothing of what it answers is
 * kept. An ending counts in the path alone: a query names codes and people, such as `err=app.offline`.
 */
export const notScreens: readonly RegExp[] = [
  /^\/(?:api|otdf|\.well-known|healthz|readyz|metrics)(?:[/?]|$)/,
  /^[^?]*\.[a-z\d]+(?:\?|$)/i,
];
