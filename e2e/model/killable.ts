/** Whether a start of the app still runs; whatever a killed one asks of its device is never answered. */
export interface Life {
  alive: boolean;
}

const never = new Promise<never>(() => undefined);

class KilledError extends Error {
  override readonly name = 'KilledError';
}

/**
 * What a device gives to one start of the app: it is the device's own, and answers nobody any more once the app was
 * killed. A transaction under way is rolled back, as an engine does at its next start.
 */
export function killable<T extends object>(target: T, life: Life): T {
  return new Proxy(target, {
    get(of, name) {
      const value: unknown = Reflect.get(of, name);
      if (typeof value === 'function')
        return calling(value.bind(of), { life, isTransaction: name === 'transaction' });
      return isPart(value) ? killable(value, life) : value;
    },
  });
}

function calling(
  call: (...args: unknown[]) => unknown,
  { life, isTransaction }: { life: Life; isTransaction: boolean },
) {
  return (...args: unknown[]): unknown => {
    if (!life.alive) return never;
    const [work] = args;
    const given =
      isTransaction && typeof work === 'function'
        ? [(tx: object) => work(ending(tx, life)) as unknown, ...args.slice(1)]
        : args;
    return guarded(call(...given), life);
  };
}

function guarded(result: unknown, life: Life): unknown {
  if (!(result instanceof Promise)) return result;
  return result.then(
    (value: unknown) => (life.alive ? (isPart(value) ? killable(value, life) : value) : never),
    (error: unknown) => (life.alive ? Promise.reject(error) : never),
  );
}

/** What a transaction works with: after the kill it fails, and with it the transaction. */
function ending(tx: object, life: Life): object {
  return new Proxy(tx, {
    get(of, name) {
      const value: unknown = Reflect.get(of, name);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]): unknown =>
        life.alive ? value.apply(of, args) : Promise.reject(new KilledError());
    },
  });
}

/** Ports, and what they open; keys, bytes and rows are values. */
function isPart(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return false;
  return Object.values(value).some((one) => typeof one === 'function');
}
