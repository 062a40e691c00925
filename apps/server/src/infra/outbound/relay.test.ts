import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { createRelay } from './relay.client.ts';

it('allows a slow response that began before the whole request was sent', async () => {
  const timeoutMs = 1500;
  let isSent = () => {};
  const sent = new Promise<void>((resolve) => {
    isSent = resolve;
  });
  const other = createServer((incoming, response) => {
    response.write('first ');
    incoming.resume().once('end', () => {
      // Longer than the response timeout.
      const times = setInterval(() => response.write('.'), timeoutMs / 30);
      setTimeout(() => {
        clearInterval(times);
        response.end(' last');
      }, timeoutMs * 1.3);
    });
  });
  other.listen(0, '127.0.0.1');
  await once(other, 'listening');
  const relay = createRelay({ allowPrivate: true, timeoutMs });
  async function* slowly() {
    yield Buffer.from('x');
    await sent;
    yield Buffer.from('y');
  }
  const answer = await relay.send({
    target: new URL(`http://127.0.0.1:${(other.address() as AddressInfo).port}/`),
    method: 'POST',
    headers: {},
    body: Readable.from(slowly()),
    signal: new AbortController().signal,
  });
  isSent();
  expect((await buffer(answer.body)).toString()).toMatch(/^first \.+ last$/);
  relay.close();
  other.close();
});
