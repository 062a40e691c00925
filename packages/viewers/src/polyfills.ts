/**
 * Defines members that a target lacks. The build lowers the language's syntax for the oldest supported engines
 * (`.browserslistrc`), but adds no methods: members that the app or its libraries use and an engine lacks are defined
 * here. The check of engines (`docs/browsers.md`) reads these calls, so that a member counts as present if it is in
 * one of them.
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
    // Reported like an uncaught error: to `window.onerror` and to the console.
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

/** Abort reasons, for engines where `abort` takes no reason and signals have none. */
const abortReasons = new WeakMap<AbortSignal, unknown>();

if (!('reason' in AbortSignal.prototype)) {
  const abort = Reflect.get(AbortController.prototype, 'abort') as (this: AbortController) => void;
  AbortController.prototype.abort = function abortWithReason(
    reason: unknown = new DOMException('The operation was aborted.', 'AbortError'),
  ) {
    // Set before the listeners of `abort` run; a second call changes nothing.
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
