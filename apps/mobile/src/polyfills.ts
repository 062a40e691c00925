/**
 * Defines the members that a target lacks. The build lowers the language's syntax for the oldest supported engines
 * (`.browserslistrc`), but adds no methods: what the app or its libraries call and an engine lacks is defined here. The
 * check of engines (`docs/browsers.md`) reads these calls, so that a member counts as there when it is in one of them.
 */
export const missing = (target: object, members: object) => {
  for (const [name, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(members))) {
    if (!(name in target)) Object.defineProperty(target, name, { ...descriptor, enumerable: false });
  }
};

type Test = (item: unknown, index: number, items: readonly unknown[]) => unknown;

missing(Object, {
  hasOwn: (object: object, key: PropertyKey) => Object.prototype.hasOwnProperty.call(object, key),
});

missing(globalThis, {
  reportError: (error: unknown) => {
    // An error that nobody catches goes the same way: to `window.onerror` and to the console.
    setTimeout(() => {
      throw error;
    });
  },
});

missing(Array.prototype, {
  at(this: readonly unknown[], index: number) {
    return this[index < 0 ? this.length + index : index];
  },
  findLast(this: readonly unknown[], test: Test) {
    for (let index = this.length - 1; index >= 0; index -= 1) {
      if (test(this[index], index, this)) return this[index];
    }
    return undefined;
  },
  findLastIndex(this: readonly unknown[], test: Test) {
    for (let index = this.length - 1; index >= 0; index -= 1) {
      if (test(this[index], index, this)) return index;
    }
    return -1;
  },
  toReversed(this: readonly unknown[]) {
    return Array.from(this, (_, index) => this[this.length - 1 - index]);
  },
  toSorted(this: readonly unknown[], compare?: (one: unknown, other: unknown) => number) {
    return Array.from(this).sort(compare);
  },
});

missing(String.prototype, {
  at(this: string, index: number) {
    return this[index < 0 ? this.length + index : index];
  },
});

/** Why signals were aborted, in engines where `abort` takes no reason and signals have none. */
const abortReasons = new WeakMap<AbortSignal, unknown>();

if (!('reason' in AbortSignal.prototype)) {
  const abort = Reflect.get(AbortController.prototype, 'abort') as (this: AbortController) => void;
  AbortController.prototype.abort = function abortWithReason(
    reason: unknown = new DOMException('The operation was aborted.', 'AbortError'),
  ) {
    // The reason is there before the listeners of `abort` run; a second call changes nothing.
    if (!this.signal.aborted) abortReasons.set(this.signal, reason);
    abort.call(this);
  };
}

missing(AbortSignal.prototype, {
  get reason(): unknown {
    return abortReasons.get(this as AbortSignal);
  },
  throwIfAborted(this: AbortSignal) {
    if (this.aborted) throw this.reason;
  },
});

missing(globalThis, {
  /** An error that nothing caught, as the engine itself reports one. */
  reportError(error: unknown) {
    setTimeout(() => {
      throw error;
    });
  },
});
