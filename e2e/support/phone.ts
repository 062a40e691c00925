import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Page, Route } from '@playwright/test';
import { nativeFilesystem } from '../../apps/mobile/testing/capacitor/native-filesystem.ts';
import { nativeSecrets } from '../../apps/mobile/testing/capacitor/native-secrets.ts';
import { nativeSqlite } from '../../apps/mobile/testing/capacitor/native-sqlite.ts';
import { oldPageScript, youngerThanChrome99Removed } from './old-web-view.ts';

/** The origin from which the shell serves the page. */
export const shellOrigin = 'https://localhost';

type NativePlugins = Readonly<Record<string, Readonly<Record<string, (options: never) => Promise<unknown>>>>>;
type BridgeCall = { readonly plugin: string; readonly method: string; readonly options: unknown };
type BridgeResult = { readonly value?: unknown; readonly code?: string };

/** The native plugins of an idle phone. Each plugin of the shell must be listed, otherwise its calls fail. */
async function nativePlugins(): Promise<NativePlugins> {
  const noResult = async () => undefined;
  return {
    Filesystem: { ...nativeFilesystem(), checkPermissions: async () => ({ publicStorage: 'granted' }) },
    SecureStorage: nativeSecrets().plugin,
    CapacitorSQLite: await nativeSqlite('android'),
    App: { exitApp: noResult, getInfo: async () => ({ version: '0.1.0', build: '1' }) },
    Network: { getStatus: async () => ({ connected: true, connectionType: 'wifi' }) },
    Badge: {
      isSupported: async () => ({ isSupported: true }),
      checkPermissions: async () => ({ display: 'granted' }),
      set: noResult,
      clear: noResult,
    },
    SystemBars: { setStyle: noResult },
    SplashScreen: { hide: noResult },
    Keyboard: {},
    ScreenGuard: { block: noResult },
    IncomingFiles: { pending: async () => ({ files: [], problems: [] }), release: noResult },
    BiometricAuthNative: {
      checkBiometry: async () => ({ isAvailable: false, strongBiometryIsAvailable: false }),
    },
    TextToSpeech: { isLanguageSupported: async () => ({ supported: false }), stop: noResult },
    LiveUpdate: { ready: async () => ({ currentBundleId: null }) },
  };
}

/** Runs in the page before other scripts: the bridge as the shell installs it, in the main frame only. */
function installBridge(headers: readonly object[]): void {
  if (window !== window.top) return;
  type Callback = (data: unknown) => void;
  const listeners = new Map<string, Map<string, Callback>>();
  const scope = window as unknown as Record<string, unknown> & {
    callNative: (call: BridgeCall) => Promise<BridgeResult>;
  };
  let lastCallbackId = 0;
  const nativePromise = async (plugin: string, method: string, options: unknown) => {
    const { value, code } = await scope.callNative({ plugin, method, options });
    if (code !== undefined) throw Object.assign(new Error(code), { code });
    return value;
  };
  const nativeCallback = (
    plugin: string,
    method: string,
    options: { eventName: string; callbackId?: string },
    callback: Callback,
  ) => {
    const key = `${plugin}.${options.eventName}`;
    const callbacks = listeners.get(key) ?? new Map<string, Callback>();
    listeners.set(key, callbacks);
    if (method === 'removeListener') callbacks.delete(options.callbackId ?? '');
    else callbacks.set(String((lastCallbackId += 1)), callback);
    return String(lastCallbackId);
  };
  Object.assign(scope, {
    androidBridge: { postMessage: () => undefined, addEventListener: () => undefined },
    Capacitor: { isNativePlatform: () => true, PluginHeaders: headers, nativePromise, nativeCallback },
    /** @returns whether there was a listener. */
    emitToPage: (key: string, data: unknown) => {
      const callbacks = [...(listeners.get(key)?.values() ?? [])];
      for (const listener of callbacks) listener(data);
      return callbacks.length > 0;
    },
  });
}

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
};

type Build = { readonly folder: string; readonly builtFor: string; readonly service: string };

/**
 * The shell’s own server: files of the build, and its page for all other paths. The service’s address is inserted
 * late.
 */
async function serve(route: Route, { folder, builtFor, service }: Build): Promise<void> {
  const { pathname } = new URL(route.request().url());
  const file = extname(pathname) === '' ? '/index.html' : pathname;
  const contentType = contentTypes[extname(file)] ?? 'application/octet-stream';
  const bytes = await readFile(join(folder, file)).catch(() => null);
  if (bytes === null) return route.fulfill({ status: 404 });
  if (!/html|javascript/.test(contentType)) return route.fulfill({ body: bytes, contentType });
  const text = bytes.toString('utf8').replaceAll(builtFor, service);
  const isScript = contentType === 'text/javascript';
  return route.fulfill({ body: (isScript ? youngerThanChrome99Removed : '') + text, contentType });
}

/** A phone with the shell. Data of a page stays for the next one. */
export class Phone {
  readonly calls: BridgeCall[] = [];
  private readonly page: Page;

  private constructor(page: Page) {
    this.page = page;
  }

  static async of(page: Page, build: Build): Promise<Phone> {
    const phone = new Phone(page);
    const plugins = await nativePlugins();
    const headers = Object.entries(plugins).map(([name, methods]) => ({
      name,
      methods: [
        ...Object.keys(methods).map((method) => ({ name: method, rtype: 'promise' })),
        ...['addListener', 'removeListener'].map((method) => ({ name: method, rtype: 'callback' })),
      ],
    }));
    await page.exposeFunction('callNative', async (call: BridgeCall): Promise<BridgeResult> => {
      phone.calls.push(call);
      try {
        const method = plugins[call.plugin]?.[call.method];
        return method ? { value: await method((call.options ?? {}) as never) } : { code: 'UNIMPLEMENTED' };
      } catch (error) {
        return { code: error instanceof Error && 'code' in error ? String(error.code) : String(error) };
      }
    });
    await page.addInitScript({ content: oldPageScript });
    await page.addInitScript(installBridge, headers);
    await page.route(`${shellOrigin}/**`, (route) => serve(route, build));
    return phone;
  }

  /** Emits an event of a plugin to the page. */
  async emit(plugin: string, event: string, data: object = {}): Promise<void> {
    await this.page.waitForFunction(
      ([key, eventData]) =>
        (window as unknown as { emitToPage: (k: string, d: unknown) => boolean }).emitToPage(key, eventData),
      [`${plugin}.${event}`, data] as const,
    );
  }
}
