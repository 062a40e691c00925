import { vi } from 'vitest';
import type { Line, Sent } from './line.ts';

const lines = new Map<string, Line>();

export const plugIn = (line: Line): void => void lines.set(line.origin, line);

const lineTo = (url: URL): Line => {
  const line = lines.get(url.origin);
  if (line === undefined) throw new Error(`no device at ${url.origin}`);
  return line;
};

type Timer = { readonly due: () => void };
let lastTimer: Timer | undefined;

/** What a device's page has and Node does not, on the lines of the devices. */
export function becomeBrowser(): void {
  const wait = globalThis.setTimeout;
  vi.stubGlobal('setTimeout', (work: () => void, ms?: number, ...rest: unknown[]) => {
    lastTimer = { due: work };
    return wait(work as never, ms, ...rest);
  });
  vi.stubGlobal('XMLHttpRequest', LineRequest);
  // Locks of the page end with the app; those of this process would outlive a killed one. Each device has one page.
  vi.stubGlobal('navigator', { language: 'zh-CN', languages: ['zh-CN'], userAgent: 'model', onLine: true });
}

/** A client sets its time limit right before it sends: that timer is its own. */
export const fetchByLine: typeof fetch = async (input, init) => {
  const limit = lastTimer;
  const { signal } = init ?? {};
  const request = new Request(input, init);
  const url = new URL(request.url);
  const sent: Sent = {
    method: request.method,
    path: url.pathname + url.search,
    headers: Object.fromEntries(request.headers),
    body: typeof init?.body === 'string' ? init.body : undefined,
  };
  const aborted = new Promise<never>((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason as Error));
  });
  const answered = lineTo(url).send(sent, () => limit?.due());
  const { status, body } = await Promise.race([answered, aborted]);
  return new Response([204, 304].includes(status) ? null : body, { status });
};

/** As much of XMLHttpRequest as an upload uses. */
class LineRequest extends EventTarget {
  readonly upload = new EventTarget();
  status = 0;
  responseText = '';
  #method: Sent['method'] = 'GET';
  #url = '';
  readonly #headers: Record<string, string> = {};
  #isOver = false;

  open(method: Sent['method'], url: string): void {
    this.#method = method;
    this.#url = url;
  }

  setRequestHeader(name: string, value: string): void {
    this.#headers[name.toLowerCase()] = value;
  }

  abort(): void {
    this.#end('abort');
  }

  send(form: FormData): void {
    void this.#send(form).then(
      () => this.#end('load'),
      () => this.#end('error'),
    );
  }

  async #send(form: FormData): Promise<void> {
    const packed = new Response(form);
    const url = new URL(this.#url);
    const sent: Sent = {
      method: this.#method,
      path: url.pathname,
      headers: { ...this.#headers, 'content-type': packed.headers.get('content-type') ?? '' },
      body: new Uint8Array(await packed.arrayBuffer()),
    };
    const answer = await lineTo(url).send(sent, () => this.#end('error'));
    this.status = answer.status;
    this.responseText = answer.body;
  }

  #end(type: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.dispatchEvent(new Event(type));
  }
}
