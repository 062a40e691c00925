type Callback = (lock: Lock | null) => unknown;
type Rest = [Callback] | [LockOptions, Callback];
type Request = (name: string, ...rest: Rest) => Promise<unknown>;

const callbackOf = (rest: Rest) => rest[rest.length - 1] as Callback;

/** How long to wait for what another window holds, and what to do then. */
export type LockWaits = { readonly waitLimitMs: number; readonly onOverdue: () => void };

/** Grants every lock at once: for a browser without the Web Locks API, where the app is used in one tab alone. */
const withoutLocks: { readonly request: Request } = {
  request: async (name, ...rest) => callbackOf(rest)({ name, mode: 'exclusive' }),
};

/**
 * In a worker whose library requests locks without a limit: calls `onOverdue` when one was waited for that long. Where the
 * browser has no locks, the library finds a manager that grants every request.
 */
export function limitLockWaits({ waitLimitMs, onOverdue }: LockWaits): void {
  const { locks } = navigator as Partial<Navigator>;
  if (locks === undefined) {
    Object.defineProperty(navigator, 'locks', { value: withoutLocks, configurable: true });
    return;
  }
  const request = locks.request.bind(locks) as Request;
  const limited: Request = async (name, ...rest) => {
    const timer = setTimeout(onOverdue, waitLimitMs);
    const callback = callbackOf(rest);
    const granted: Callback = (lock) => {
      clearTimeout(timer);
      return callback(lock);
    };
    try {
      return await (rest.length === 1 ? request(name, granted) : request(name, rest[0], granted));
    } finally {
      clearTimeout(timer);
    }
  };
  locks.request = limited;
}
