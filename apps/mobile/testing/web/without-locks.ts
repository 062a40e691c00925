/** A browser without the Web Locks API. */
Object.defineProperty(navigator, 'locks', { value: undefined, configurable: true });
