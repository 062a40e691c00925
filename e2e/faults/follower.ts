import { setTimeout as pause } from 'node:timers/promises';
import type { Device } from './device.ts';
import type { World } from './world.ts';

/** An app that stays on the stream of events and reads messages when it is told to, and only then. */
export interface Follower {
  readonly device: Device;
  /** The texts that were posted by administrators and read so far. */
  readonly read: ReadonlySet<string>;
  close(): Promise<void>;
}

/** A stream that says nothing for so long is dead: its heartbeat comes each 25 s. */
const silenceMs = 40_000;

export function followEvents(world: World, device: Device): Follower {
  const read = new Set<string>();
  const ended = new AbortController();
  let isWanted = false;
  const reading = (async () => {
    while (!ended.signal.aborted) {
      if (isWanted) {
        isWanted = false;
        if (!(await readAll(device, read).catch(() => false))) isWanted = true;
      }
      await pause(100);
    }
  })();
  const listening = (async () => {
    for (let turn = 0; !ended.signal.aborted; turn += 1) {
      const node = world.client.nodes[turn % world.client.nodes.length];
      if (node) {
        await listen(`http://127.0.0.1:${node.front.port}/api/v1/events`, {
          token: await device.token().catch(() => ''),
          signal: ended.signal,
          onEvent: (event) => {
            if (event === 'badge' || event === 'message') isWanted = true;
          },
        }).catch(() => {});
      }
      if (!ended.signal.aborted) {
        // Its token may have come from a clock that was off.
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
      ended.abort();
      await Promise.all([reading, listening]);
    },
  };
}

async function listen(
  url: string,
  { token, signal, onEvent }: { token: string; signal: AbortSignal; onEvent: (event: string) => void },
): Promise<void> {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), silenceMs);
  try {
    const answer = await fetch(url, {
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.any([signal, silence.signal]),
    });
    if (!answer.ok || !answer.body) {
      await answer.body?.cancel();
      return;
    }
    let text = '';
    for await (const chunk of answer.body.pipeThrough(new TextDecoderStream())) {
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), silenceMs);
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

/** @returns whether all of it could be read. */
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
      const fresh = texts.filter((text) => !read.has(text));
      for (const text of texts) read.add(text);
      if (fresh.length === 0 || texts.length < 50) break;
    }
  }
  return true;
}
