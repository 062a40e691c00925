/** One call as it crosses Capacitor's bridge: JSON in, JSON out. */
export type BridgeCall = { readonly plugin: string; readonly method: string; readonly options: unknown };

type NativeMethods = Readonly<Record<string, (options: never) => Promise<unknown>>>;

/** A failure as the native side reports it. */
export class NativeError extends Error {
  readonly code: string;

  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

type Shell = { readonly plugins: Readonly<Record<string, NativeMethods>>; readonly calls: BridgeCall[] };

// Capacitor keeps the first bridge it finds, so later ones take the place behind it.
let shell: Shell = { plugins: {}, calls: [] };

const json = (value: unknown): unknown =>
  value === undefined ? undefined : JSON.parse(JSON.stringify(value));

async function nativePromise(plugin: string, method: string, options: unknown): Promise<unknown> {
  shell.calls.push({ plugin, method, options: json(options) });
  const answer = shell.plugins[plugin]?.[method];
  if (!answer) throw new NativeError('UNIMPLEMENTED');
  return json(await answer(json(options) as never));
}

/**
 * Stands where the native shell stands: takes the calls that Capacitor's own proxies make, records them and answers
 * from the plugins given. A method that no plugin has is a failure, as it is on a phone.
 */
export function installBridge(plugins: Shell['plugins']): readonly BridgeCall[] {
  shell = { plugins, calls: [] };
  const headers = Object.entries(plugins).map(([name, methods]) => ({
    name,
    methods: Object.keys(methods).map((method) => ({ name: method, rtype: 'promise' })),
  }));
  Object.assign(globalThis, {
    window: globalThis,
    androidBridge: { postMessage: () => undefined },
    Capacitor: { ...(globalThis as { Capacitor?: object }).Capacitor, PluginHeaders: headers, nativePromise },
  });
  return shell.calls;
}
