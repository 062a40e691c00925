/** At which call the app is killed: before it, after it but before its answer, or in the middle of what it writes. */
export type Death = { readonly at: number; readonly when: 'before' | 'after' | 'half' };

/** Counts calls and dies at one: that call and every later one are never answered. */
export function mortal(death: Death | null) {
  let calls = 0;
  let isDead = false;
  let die = (): void => undefined;
  const died = new Promise<'killed'>((resolve) => {
    die = () => resolve('killed');
  });
  const never = () => {
    isDead = true;
    die();
    return new Promise<never>(() => undefined);
  };
  return {
    /** One call of the device. `half` does what of it a kill in its middle leaves. */
    async call<T>(work: () => Promise<T>, half: () => Promise<unknown> = work): Promise<T> {
      if (isDead) return never();
      calls += 1;
      if (calls !== death?.at) return work();
      if (death.when === 'before') return never();
      await (death.when === 'half' ? half() : work()).catch(() => undefined);
      return never();
    },
    /** `done`, or `killed` where the flow got no further. */
    run: (flow: () => Promise<unknown>): Promise<'done' | 'killed'> =>
      Promise.race([died, flow().then(() => 'done' as const)]),
  };
}

/** The same object with each of its methods in the hands of `call`. */
export function counted<T extends object>(
  given: T,
  call: (name: string, args: readonly unknown[], work: () => Promise<unknown>) => Promise<unknown>,
): T {
  return new Proxy(given, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]) =>
        call(String(name), args, () => Promise.resolve(Reflect.apply(value, target, args)));
    },
  });
}
