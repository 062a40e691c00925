/** One call as it crosses Capacitor's bridge: JSON in, JSON out. */
export type BridgeCall = { readonly plugin: string; readonly method: string; readonly options: unknown };

export type PhoneStyle = 'android' | 'ios';

type NativeMethods = Readonly<Record<string, (options: never) => Promise<unknown>>>;
type Listener = (data: unknown) => void;
type BridgeEvent = { readonly event: string; readonly data: unknown };

/** An error with a code, as the native side reports it. */
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
  /** Events that the native side retains until the first listener is added. */
  readonly retained: Map<string, BridgeEvent[]>;
};

const newShell = (plugins: Shell['plugins']): Shell => ({
  plugins,
  calls: [],
  listeners: new Map(),
  retained: new Map(),
});

// Capacitor uses the first bridge it finds, so each later installation replaces only this state.
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
  const registered = shell.listeners.get(key) ?? new Map<string, Listener>();
  shell.listeners.set(key, registered);
  if (method === 'removeListener') {
    registered.delete(options.callbackId ?? '');
    return '';
  }
  lastCallback += 1;
  const id = String(lastCallback);
  registered.set(id, callback);
  const pending = shell.retained.get(key) ?? [];
  shell.retained.delete(key);
  for (const { data } of pending) callback(json(data));
  return id;
}

/** Emits an event to the page. With `retain` the event waits for the first listener, as some plugins do. */
export function emitToPage(plugin: string, { event, data }: BridgeEvent, retain = false): void {
  const key = `${plugin}.${event}`;
  const listeners = [...(shell.listeners.get(key)?.values() ?? [])];
  if (listeners.length === 0 && retain)
    shell.retained.set(key, [...(shell.retained.get(key) ?? []), { event, data }]);
  for (const listener of listeners) listener(json(data));
}

export const listenerCount = (plugin: string, event: string): number =>
  shell.listeners.get(`${plugin}.${event}`)?.size ?? 0;

/** Sets the globals by which Capacitor detects the system. Capacitor reads them at each call. */
function stubSystem(style: PhoneStyle): void {
  const bridge = { postMessage: () => undefined };
  Object.assign(globalThis, {
    androidBridge: style === 'android' ? bridge : undefined,
    webkit: style === 'ios' ? { messageHandlers: { bridge } } : undefined,
  });
}

const events = ['addListener', 'removeListener'].map((name) => ({ name, rtype: 'callback' }));

/**
 * Replaces the native shell. Records the calls of Capacitor's proxies and answers them by the given plugins. A call
 * of a missing method fails, as on a phone.
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
  stubSystem(style);
  const { Capacitor } = globalThis as { Capacitor?: object };
  Object.assign(globalThis, {
    window: globalThis,
    Capacitor: { ...Capacitor, PluginHeaders: headers, nativePromise, nativeCallback },
  });
  return shell.calls;
}
