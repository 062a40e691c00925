/** Functions that remove or break storage APIs of the browser. `restore` undoes all changes. */
export function withoutStorage() {
  const restores: (() => void)[] = [];
  const replace = (target: object, name: string, descriptor: PropertyDescriptor) => {
    const before = Object.getOwnPropertyDescriptor(target, name);
    Object.defineProperty(target, name, { configurable: true, ...descriptor });
    restores.push(() => {
      if (before) Object.defineProperty(target, name, before);
      else Reflect.deleteProperty(target, name);
    });
  };
  const { storage } = navigator;
  const manager = (change: Partial<StorageManager>) =>
    replace(navigator, 'storage', {
      value: {
        getDirectory: () => storage.getDirectory(),
        persisted: async () => false,
        estimate: () => storage.estimate(),
        persist: async () => false,
        ...change,
      },
    });
  return {
    /** Firefox and Safari in private windows. */
    denyFileSystem: (change: Partial<StorageManager> = {}) =>
      manager({ getDirectory: () => Promise.reject(new DOMException('', 'SecurityError')), ...change }),
    /** Old browsers. */
    removeFileSystem: () => manager({ getDirectory: undefined as never }),
    /** WebKit in its automation profile. */
    removeManager: () => replace(navigator, 'storage', { value: undefined }),
    removeIndexedDb: () => replace(globalThis, 'indexedDB', { value: undefined }),
    /** A broken profile, or a page without permission to store data. */
    failIndexedDb: () =>
      replace(globalThis, 'indexedDB', {
        value: {
          open: () => {
            throw new DOMException('', 'SecurityError');
          },
        },
      }),
    /** A page without permission to store data: Firefox and Chromium if the user blocks the site's data. */
    denyPage: () => {
      replace(globalThis, 'localStorage', {
        get: () => {
          throw new DOMException('', 'SecurityError');
        },
      });
      replace(navigator, 'locks', {
        value: { request: () => Promise.reject(new DOMException('', 'SecurityError')) },
      });
    },
    restore: () => {
      for (const one of restores.splice(0).toReversed()) one();
    },
  };
}
