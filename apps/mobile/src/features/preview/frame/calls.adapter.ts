/** The methods that one side of a port offers, by name. */
type Answers = Readonly<Record<string, (...args: never[]) => unknown>>;

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

export type Call<Theirs extends Answers> = <Name extends keyof Theirs & string>(
  name: Name,
  ...args: Parameters<Theirs[Name]>
) => Promise<Awaited<ReturnType<Theirs[Name]>>>;

const codeOf = (error: unknown) => {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  return typeof code === 'string' ? code : 'failed';
};

/** Ignores the result and the failure of a call (fire and forget). */
export const unheard = (asked: Promise<unknown>): void => void asked.catch(() => undefined);

/**
 * Connects a port for calls in both directions. Byte arrays are transferred, not copied. When the signal
 * aborts, all pending calls fail with the code `closed`, because no reply would ever arrive.
 */
export function connect<Theirs extends Answers>(
  port: MessagePort,
  mine: Answers,
  signal?: AbortSignal,
): Call<Theirs> {
  type Waiting = { resolve(value: never): void; reject(error: Error): void };
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  const say = (message: Message, bytes?: unknown) =>
    port.postMessage(message, bytes instanceof Uint8Array ? [bytes.buffer] : []);
  const answer = async ({ id, name, args }: Extract<Message, { kind: 'call' }>) => {
    try {
      // The names come from the other side, which may be compromised.
      if (!Object.hasOwn(mine, name)) throw new CallError('unknown');
      const value = await mine[name]?.(...(args as never[]));
      say({ kind: 'answer', id, value }, value);
    } catch (error) {
      say({ kind: 'failure', id, code: codeOf(error) });
    }
  };
  signal?.addEventListener(
    'abort',
    () => {
      for (const asked of waiting.values()) asked.reject(new CallError('closed'));
      waiting.clear();
    },
    { once: true },
  );
  port.onmessage = ({ data }: MessageEvent<Message | null>) => {
    if (typeof data !== 'object' || data === null) return;
    if (data.kind === 'call') {
      void answer(data);
      return;
    }
    const asked = waiting.get(data.id);
    waiting.delete(data.id);
    if (data.kind === 'answer') asked?.resolve(data.value as never);
    else asked?.reject(new CallError(codeOf(data)));
  };
  return (name, ...args) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(new CallError('closed'));
      lastId += 1;
      waiting.set(lastId, { resolve, reject });
      say({ kind: 'call', id: lastId, name, args });
    });
}
