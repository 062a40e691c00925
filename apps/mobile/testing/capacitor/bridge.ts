/** One call as it crosses Capacitor's bridge: JSON in, JSON out. */
export type BridgeCall = { readonly plugin: string; readonly method: string; readonly options: unknown };

export type PhoneStyle = 'android' | 'ios';

type NativeMethods = Readonly<Record<string, (options: never) => Promise<unknown>>>;
type Listener = (data: unknown) => void;
type Told = { readonly event: string; readonly data: unknown };

/** A failure as the native side reports it. */
export class NativeError extends Error {
  readonly code: string;

  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

type Shell = {
  readonly plugins: Readonly<Record<string, NativeMethods>>;
  readonly calls: BridgeCall[];
  readonly listeners: Map<string, Map<string, Listener>>;
  /** Events that the native side keeps until somebody listens. */
  readonly retained: Map<string, Told[]>;
};

const newShell = (plugins: Shell['plugins']): Shell => ({
  plugins,
  calls: [],
  listeners: new Map(),
  retained: new Map(),
});

// Capacitor keeps the first bridge it finds, so later ones take the place behind it.
let shell = newShell({});
let lastCallback = 0;

const json = (value: unknown): unknown =>
  value === undefined ? undefined : JSON.parse(JSON.stringify(value));

async function nativePromise(plugin: string, method: string, options: unknown): Promise<unknown> {
  shell.calls.push({ plugin, method, options: json(options) });
  const answer = shell.plugins[plugin]?.[method];
  if (!answer) throw new NativeError('UNIMPLEMENTED');
  return json(await answer(json(options) as never));
}

type ListenerOptions = { readonly eventName: string; readonly callbackId?: string | undefined };

function nativeCallback(
  plugin: string,
  method: string,
  options: ListenerOptions,
  callback: Listener,
): string {
  const key = `${plugin}.${options.eventName}`;
  const held = shell.listeners.get(key) ?? new Map<string, Listener>();
  shell.listeners.set(key, held);
  if (method === 'removeListener') {
    held.delete(options.callbackId ?? '');
    return '';
  }
  lastCallback += 1;
  const id = String(lastCallback);
  held.set(id, callback);
  const waiting = shell.retained.get(key) ?? [];
  shell.retained.delete(key);
  for (const { data } of waiting) callback(json(data));
  return id;
}

/** What the native side tells the page; `retain` keeps it for whoever listens first, as some plugins do. */
export function tellPage(plugin: string, { event, data }: Told, retain = false): void {
  const key = `${plugin}.${event}`;
  const listeners = [...(shell.listeners.get(key)?.values() ?? [])];
  if (listeners.length === 0 && retain)
    shell.retained.set(key, [...(shell.retained.get(key) ?? []), { event, data }]);
  for (const listener of listeners) listener(json(data));
}

export const listenerCount = (plugin: string, event: string): number =>
  shell.listeners.get(`${plugin}.${event}`)?.size ?? 0;

/** What Capacitor knows a phone by; asked anew at each call. */
function beA(style: PhoneStyle): void {
  const bridge = { postMessage: () => undefined };
  Object.assign(globalThis, {
    androidBridge: style === 'android' ? bridge : undefined,
    webkit: style === 'ios' ? { messageHandlers: { bridge } } : undefined,
  });
}

const events = ['addListener', 'removeListener'].map((name) => ({ name, rtype: 'callback' }));

/**
 * Stands where the native shell stands: takes the calls that Capacitor's own proxies make, records them and answers
 * from the plugins given. A method that no plugin has is a failure, as it is on a phone.
 */
export function installBridge(
  plugins: Shell['plugins'],
  style: PhoneStyle = 'android',
): readonly BridgeCall[] {
  shell = newShell(plugins);
  const headers = Object.entries(plugins).map(([name, methods]) => ({
    name,
    methods: [...Object.keys(methods).map((method) => ({ name: method, rtype: 'promise' })), ...events],
  }));
  beA(style);
  const { Capacitor } = globalThis as { Capacitor?: object };
  Object.assign(globalThis, {
    window: globalThis,
    Capacitor: { ...Capacitor, PluginHeaders: headers, nativePromise, nativeCallback },
  });
  return shell.calls;
}
