import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { followEvents, reconnectDelayMs } from './live-events.client.ts';
import type { LiveEvent } from './sse-parser.util.ts';

/** A service whose event streams the test writes and closes. */
function startService() {
  const lines: { write: (text: string) => void; cut: () => void; readonly isOpen: () => boolean }[] = [];
  let refused = 0;
  const encoder = new TextEncoder();
  return {
    lines,
    refuse: (times: number) => {
      refused = times;
    },
    open: async () => {
      if (refused > 0) {
        refused -= 1;
        throw new TypeError('Failed to fetch');
      }
      let isOpen = true;
      const stream = new ReadableStream<Uint8Array>({
        start(controller) {
          lines.push({
            write: (text) => controller.enqueue(encoder.encode(text)),
            cut: () => controller.error(new TypeError('network')),
            isOpen: () => isOpen,
          });
        },
        cancel() {
          isOpen = false;
        },
      });
      return new Response(stream);
    },
  };
}

let wanted = true;
let tellChange: () => void = () => undefined;
let end: () => void = () => undefined;
const received: (readonly [LiveEvent['name'], boolean])[] = [];

function follow(service: ReturnType<typeof startService>) {
  end = followEvents({
    open: service.open,
    shouldConnect: () => wanted,
    onShouldConnectChange: (changed) => {
      tellChange = changed;
      return () => {
        tellChange = () => undefined;
      };
    },
    onEvent: (event, askedAt) => received.push([event.name, askedAt !== null]),
    random: () => 1,
  });
}
const want = (yes: boolean) => {
  wanted = yes;
  tellChange();
};
const pass = (ms = 0) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
  wanted = true;
  received.length = 0;
});
afterEach(() => {
  end();
  vi.useRealTimers();
});

it('delivers events, and marks the first event of each connection', async () => {
  const service = startService();
  follow(service);
  await pass();
  service.lines[0]?.write('retry: 3000\n\nevent: badge\ndata: {}\n\nevent: mess');
  service.lines[0]?.write('age\ndata: {"sessionID":"s1"}\n\n');
  await pass();
  expect(received).toEqual([
    ['badge', true],
    ['message', false],
  ]);
});

it('reconnects with growing delays while the service is down, and quickly after a stable connection', async () => {
  const service = startService();
  service.refuse(2);
  follow(service);
  await pass(999);
  service.refuse(1);
  await pass(1);
  expect(service.lines).toHaveLength(0);
  await pass(1_999);
  expect(service.lines).toHaveLength(0);
  await pass(1);
  expect(service.lines).toHaveLength(1);
  await pass(10_000);
  service.lines[0]?.cut();
  await pass(999);
  expect(service.lines).toHaveLength(1);
  await pass(1);
  expect(service.lines).toHaveLength(2);
});

it('disconnects while it is paused, and reconnects at once on resume', async () => {
  const service = startService();
  follow(service);
  await pass();
  want(false);
  await pass(120_000);
  expect(service.lines.map(({ isOpen }) => isOpen())).toEqual([false]);
  want(true);
  await pass();
  expect(service.lines).toHaveLength(2);
  // The same value again keeps the open stream.
  want(true);
  await pass();
  expect(service.lines).toHaveLength(2);
});

it('closes a connection that is silent for a minute, but not one with heartbeats', async () => {
  const service = startService();
  follow(service);
  await pass();
  await pass(50_000);
  service.lines[0]?.write(':\n\n');
  await pass(50_000);
  expect(service.lines).toHaveLength(1);
  await pass(12_000);
  expect(service.lines.map(({ isOpen }) => isOpen())).toEqual([false, true]);
});

it('stops permanently', async () => {
  const service = startService();
  follow(service);
  await pass();
  end();
  await pass(120_000);
  expect(service.lines.map(({ isOpen }) => isOpen())).toEqual([false]);
});

describe('the delay before a reconnection', () => {
  it('doubles with each failure, up to a minute', () => {
    expect([1, 2, 3, 6, 7, 100].map((failures) => reconnectDelayMs(failures, 1))).toEqual([
      1_000, 2_000, 4_000, 32_000, 60_000, 60_000,
    ]);
  });

  it('adds jitter over half of the delay', () => {
    expect(reconnectDelayMs(3, 0)).toBe(2_000);
    expect(reconnectDelayMs(3, 0.5)).toBe(3_000);
  });
});
