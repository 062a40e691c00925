// Younger than the oldest WebViews the app runs in (Chromium 87, Safari 15.4); the build lowers syntax, not methods.
export const missing = (
  target: object,
  methods: Readonly<Record<string, (this: never, ...params: never[]) => unknown>>,
) => {
  for (const [name, value] of Object.entries(methods)) {
    if (!(name in target)) Object.defineProperty(target, name, { value, writable: true, configurable: true });
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

missing(AbortSignal.prototype, {
  throwIfAborted(this: AbortSignal) {
    // Where this method is missing the reason may be, too.
    if (this.aborted) throw this.reason ?? new DOMException('The operation was aborted.', 'AbortError');
  },
});
