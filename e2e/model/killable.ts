/** Whether a start of the app still runs. Calls of a killed app never complete. */
export interface Lifetime {
  isAlive: boolean;
}

const never = new Promise<never>(() => undefined);

class KilledError extends Error {
  override readonly name = 'KilledError';
}

/**
 * The device’s ports for one start of the app. After the kill, calls of the ports never settle. An open transaction is
 * rolled back, as a database engine does at its next start.
 */
export function killable<T extends object>(target: T, lifetime: Lifetime): T {
  return new Proxy(target, {
    get(of, name) {
      const value: unknown = Reflect.get(of, name);
      if (typeof value === 'function')
        return wrapFunction(value.bind(of), { lifetime, isTransaction: name === 'transaction' });
      return isPort(value) ? killable(value, lifetime) : value;
    },
  });
}

function wrapFunction(
  call: (...args: unknown[]) => unknown,
  { lifetime, isTransaction }: { lifetime: Lifetime; isTransaction: boolean },
) {
  return (...args: unknown[]): unknown => {
    if (!lifetime.isAlive) return never;
    const [work] = args;
    const wrapped =
      isTransaction && typeof work === 'function'
        ? [(tx: object) => work(wrapTransaction(tx, lifetime)) as unknown, ...args.slice(1)]
        : args;
    return wrapResult(call(...wrapped), lifetime);
  };
}

function wrapResult(result: unknown, lifetime: Lifetime): unknown {
  if (!(result instanceof Promise)) return result;
  return result.then(
    (value: unknown) => (lifetime.isAlive ? (isPort(value) ? killable(value, lifetime) : value) : never),
    (error: unknown) => (lifetime.isAlive ? Promise.reject(error) : never),
  );
}

/** The transaction handle. After the kill its calls fail, and the transaction fails with them. */
function wrapTransaction(tx: object, lifetime: Lifetime): object {
  return new Proxy(tx, {
    get(of, name) {
      const value: unknown = Reflect.get(of, name);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]): unknown =>
        lifetime.isAlive ? value.apply(of, args) : Promise.reject(new KilledError());
    },
  });
}

/** Ports and the objects that they open are wrapped. Keys, bytes and rows are values. */
function isPort(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return false;
  return Object.values(value).some((one) => typeof one === 'function');
}
