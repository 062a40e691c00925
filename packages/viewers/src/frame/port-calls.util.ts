/** The methods that one side of a port offers, by name. */
type Handlers = Readonly<Record<string, (...args: never[]) => unknown>>;

type Message =
  | { readonly kind: 'call'; readonly id: number; readonly name: string; readonly args: readonly unknown[] }
  | { readonly kind: 'answer'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'failure'; readonly id: number; readonly code: string };

/** A call that the other side could not answer. Only the code crosses the port. */
export class CallError extends Error {
  readonly code: string;

  constructor(code: string) {
    super(code);
    this.name = 'CallError';
    this.code = code;
  }
}

export type Call<Theirs extends Handlers> = <Name extends keyof Theirs & string>(
  name: Name,
  ...args: Parameters<Theirs[Name]>
) => Promise<Awaited<ReturnType<Theirs[Name]>>>;

const codeOf = (error: unknown) => {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  return typeof code === 'string' ? code : 'failed';
};

/** Ignores the result and the failure of a call (fire and forget). */
export const fireAndForget = (pendingCall: Promise<unknown>): void => void pendingCall.catch(() => undefined);

/**
 * Connects a port for calls in both directions. Byte arrays are transferred, not copied. When the signal
 * aborts, all pending calls fail with the code `closed`, because no reply would ever arrive.
 */
export function connectPort<Theirs extends Handlers>(
  port: MessagePort,
  handlers: Handlers,
  signal?: AbortSignal,
): Call<Theirs> {
  type PendingCall = { resolve(value: never): void; reject(error: Error): void };
  const pendingCalls = new Map<number, PendingCall>();
  let lastId = 0;
  const post = (message: Message, bytes?: unknown) =>
    port.postMessage(message, bytes instanceof Uint8Array ? [bytes.buffer] : []);
  const handleCall = async ({ id, name, args }: Extract<Message, { kind: 'call' }>) => {
    try {
      // The names come from the other side, which may be compromised.
      if (!Object.hasOwn(handlers, name)) throw new CallError('unknown');
      const value = await handlers[name]?.(...(args as never[]));
      post({ kind: 'answer', id, value }, value);
    } catch (error) {
      post({ kind: 'failure', id, code: codeOf(error) });
    }
  };
  signal?.addEventListener(
    'abort',
    () => {
      for (const pendingCall of pendingCalls.values()) pendingCall.reject(new CallError('closed'));
      pendingCalls.clear();
    },
    { once: true },
  );
  port.onmessage = ({ data }: MessageEvent<Message | null>) => {
    if (typeof data !== 'object' || data === null) return;
    if (data.kind === 'call') {
      void handleCall(data);
      return;
    }
    const pendingCall = pendingCalls.get(data.id);
    pendingCalls.delete(data.id);
    if (data.kind === 'answer') pendingCall?.resolve(data.value as never);
    else pendingCall?.reject(new CallError(codeOf(data)));
  };
  return (name, ...args) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(new CallError('closed'));
      lastId += 1;
      pendingCalls.set(lastId, { resolve, reject });
      post({ kind: 'call', id: lastId, name, args });
    });
}
