import { afterEach, expect, it, vi } from 'vitest';
import { serveRequests } from './worker-channel.util.ts';

afterEach(() => vi.unstubAllGlobals());

it('keeps the first registration of a worker global', async () => {
  const posted: unknown[] = [];
  vi.stubGlobal('onmessage', null);
  vi.stubGlobal('postMessage', (message: unknown) => posted.push(message));
  serveRequests(async () => 'first');
  serveRequests(async () => 'second');
  (globalThis as unknown as { onmessage(event: unknown): void }).onmessage({ data: { id: 1, request: {} } });
  await vi.waitFor(() => expect(posted).toEqual([{ id: 1, value: 'first' }]));
});
