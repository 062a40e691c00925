import { setTimeout as pause } from 'node:timers/promises';
import type { Device } from './device.ts';
import type { LoadContext } from './load-context.ts';

/** A client that follows the event stream and reads messages only after an event. */
export interface Follower {
  readonly device: Device;
  /** The texts of administrators that the client has read. */
  readonly read: ReadonlySet<string>;
  close(): Promise<void>;
}

/** A stream without data for this time is dead: its heartbeat has a period of 25 s. */
const maxSilenceMs = 40_000;

export function followEvents(context: LoadContext, device: Device): Follower {
  const read = new Set<string>();
  const closing = new AbortController();
  let hasNews = false;
  const reading = (async () => {
    while (!closing.signal.aborted) {
      if (hasNews) {
        hasNews = false;
        if (!(await readAll(device, read).catch(() => false))) hasNews = true;
      }
      await pause(100);
    }
  })();
  const listening = (async () => {
    for (let round = 0; !closing.signal.aborted; round += 1) {
      const node = context.client.nodes[round % context.client.nodes.length];
      if (node) {
        await listen(`http://127.0.0.1:${node.front.port}/api/v1/events`, {
          token: await device.token().catch(() => ''),
          signal: closing.signal,
          onEvent: (event) => {
            if (event === 'badge' || event === 'message') hasNews = true;
          },
        }).catch(() => {});
      }
      if (!closing.signal.aborted) {
        // The token may come from a node with a shifted clock.
        await device
          .call({ method: 'GET', path: `/api/v1/tenants/${device.tid}/current-user` })
          .catch(() => {});
        await pause(200);
      }
    }
  })();
  return {
    device,
    read,
    close: async () => {
      closing.abort();
      await Promise.all([reading, listening]);
    },
  };
}

async function listen(
  url: string,
  { token, signal, onEvent }: { token: string; signal: AbortSignal; onEvent: (event: string) => void },
): Promise<void> {
  const silenceTimeout = new AbortController();
  let timer = setTimeout(() => silenceTimeout.abort(), maxSilenceMs);
  try {
    const response = await fetch(url, {
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.any([signal, silenceTimeout.signal]),
    });
    if (!response.ok || !response.body) {
      await response.body?.cancel();
      return;
    }
    let text = '';
    for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
      clearTimeout(timer);
      timer = setTimeout(() => silenceTimeout.abort(), maxSilenceMs);
      const lines = (text + chunk).split('\n');
      text = lines.pop() ?? '';
      for (const line of lines) {
        const event = /^event: (\w+)/.exec(line)?.[1];
        if (event) onEvent(event);
      }
    }
  } finally {
    clearTimeout(timer);
  }
}

/** @returns whether all messages could be read. */
async function readAll(device: Device, read: Set<string>): Promise<boolean> {
  const sessions = await device.call({ method: 'GET', path: '/api/v1/user-msg-sessions?limit=50' });
  if (sessions?.status !== 200) return false;
  for (const { sessionID, kind } of sessions.body.data) {
    if (kind === 'work') continue;
    for (let skip = 0; ; skip += 50) {
      const page = await device.call({
        method: 'GET',
        path: `/api/v1/user-msg-sessions/${sessionID}/msgs?limit=50&skip=${skip}`,
      });
      if (page?.status !== 200) return false;
      const texts = page.body.data.map(({ text }: { text: string }) => text) as string[];
      const newTexts = texts.filter((text) => !read.has(text));
      for (const text of texts) read.add(text);
      if (newTexts.length === 0 || texts.length < 50) break;
    }
  }
  return true;
}
