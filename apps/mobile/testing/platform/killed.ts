/** The call at which the app is killed: before the call, after it but before its answer, or during its write. */
export type Kill = { readonly at: number; readonly when: 'before' | 'after' | 'half' };

/** Counts calls and kills the app at one of them. That call and all later ones get no answer. */
export function killable(kill: Kill | null) {
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
    /** Runs one call of the device. `half` has the effect of a call that is killed midway. */
    async call<T>(work: () => Promise<T>, half: () => Promise<unknown> = work): Promise<T> {
      if (isDead) return never();
      calls += 1;
      if (calls !== kill?.at) return work();
      if (kill.when === 'before') return never();
      await (kill.when === 'half' ? half() : work()).catch(() => undefined);
      return never();
    },
    /** Resolves with `done`, or with `killed` if the kill interrupted the flow. */
    run: (flow: () => Promise<unknown>): Promise<'done' | 'killed'> =>
      Promise.race([died, flow().then(() => 'done' as const)]),
  };
}

/** A proxy of the object that passes each method call to `call`. */
export function interceptCalls<T extends object>(
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
