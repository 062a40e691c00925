type Callback = (lock: Lock | null) => unknown;
type Rest = [Callback] | [LockOptions, Callback];
type Request = (name: string, ...rest: Rest) => Promise<unknown>;

const callbackOf = (rest: Rest) => rest[rest.length - 1] as Callback;

/** Maximum wait for a lock of another window, and the handler for a timeout. */
export type LockWaitLimit = { readonly waitLimitMs: number; readonly onTimeout: () => void };

/** Grants every lock at once: for a browser without the Web Locks API, where the app is used in one tab. */
const withoutLocks: { readonly request: Request } = {
  request: async (name, ...rest) => callbackOf(rest)({ name, mode: 'exclusive' }),
};

/**
 * For a worker whose library requests locks without a timeout: calls `onTimeout` when a request exceeds the limit.
 * Where the browser has no locks, installs a lock manager that grants every request.
 */
export function limitLockWaits({ waitLimitMs, onTimeout }: LockWaitLimit): void {
  const { locks } = navigator as Partial<Navigator>;
  if (locks === undefined) {
    Object.defineProperty(navigator, 'locks', { value: withoutLocks, configurable: true });
    return;
  }
  // On the prototype: WebKit recreates the manager object after a garbage collection, which loses properties set on
  // it.
  const prototype = LockManager.prototype as unknown as { request: Request };
  const { request } = prototype;
  prototype.request = async function limited(this: LockManager, name: string, ...rest: Rest) {
    const timer = setTimeout(onTimeout, waitLimitMs);
    const granted: Callback = (lock) => {
      clearTimeout(timer);
      return callbackOf(rest)(lock);
    };
    const limitedRest: Rest = rest.length === 1 ? [granted] : [rest[0], granted];
    try {
      return await request.call(this, name, ...limitedRest);
    } finally {
      clearTimeout(timer);
    }
  };
}
