import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTcpProxy, type TcpProxy } from './tcp-proxy.ts';

let server: ReturnType<typeof createServer>;
let proxy: TcpProxy;
const sockets: Socket[] = [];

beforeEach(async () => {
  // Echoes all data.
  server = createServer((socket) => {
    socket.on('error', () => {});
    socket.pipe(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  proxy = await openTcpProxy((server.address() as AddressInfo).port);
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await proxy.close();
  server.close();
});

async function open(): Promise<{ socket: Socket; received: () => string }> {
  const socket = connect(proxy.port, '127.0.0.1');
  sockets.push(socket);
  let text = '';
  socket.on('error', () => {});
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  await once(socket, 'connect');
  return { socket, received: () => text };
}

/** Resolves for any end. A reset emits an error first. */
const closed = (socket: Socket) => new Promise<void>((resolve) => socket.once('close', () => resolve()));

test('delivers all bytes in order, also beyond the size of its buffer', async () => {
  const { socket, received } = await open();
  const text = 'x'.repeat(700_000) + 'end';
  socket.write(text);
  await expect.poll(() => received().length).toBe(text.length);
  expect(received().endsWith('end')).toBe(true);
});

test('holds data while it is silent, and delivers it afterwards', async () => {
  const { socket, received } = await open();
  socket.write('a');
  await expect.poll(received).toBe('a');
  proxy.setMode({ kind: 'silent', blocks: 'down' });
  socket.write('b');
  expect(proxy.isOpen()).toBe(false);
  const other = await open();
  other.socket.write('c');
  expect([received(), other.received()]).toEqual(['a', '']);
  proxy.setMode({ kind: 'open' });
  await expect.poll(() => received() + other.received()).toBe('abc');
});

test('resets open connections when it is cut, and refuses new ones until it is open again', async () => {
  const { socket } = await open();
  const closing = closed(socket);
  proxy.setMode({ kind: 'refuse' });
  await closing;
  const refused = connect(proxy.port, '127.0.0.1');
  sockets.push(refused);
  refused.on('error', () => {});
  await closed(refused);
  proxy.setMode({ kind: 'open' });
  const { socket: next, received } = await open();
  next.write('again');
  await expect.poll(received).toBe('again');
});

test('delays data as configured, and never changes the order', async () => {
  proxy.setMode({ kind: 'slow', latencyMs: 40, jitterMs: 40, bytesPerSecond: 1_000_000 });
  const { socket, received } = await open();
  const startedAt = performance.now();
  for (let index = 0; index < 10; index += 1) socket.write(String(index));
  await expect.poll(received, { interval: 1 }).toBe('0123456789');
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(80);
});

test('passes the end of a connection on', async () => {
  const { socket, received } = await open();
  socket.end('bye');
  await once(socket, 'close');
  expect(received()).toBe('bye');
});

test('reports the silent death of the remote end once it is open again', async () => {
  const accepted = new Promise<Socket>((resolve) => server.once('connection', resolve));
  const { socket } = await open();
  const remoteEnd = await accepted;
  proxy.setMode({ kind: 'silent', blocks: 'down' });
  const remoteClosed = closed(remoteEnd);
  remoteEnd.resetAndDestroy();
  await remoteClosed;
  expect(socket.closed).toBe(false);
  const closing = closed(socket);
  proxy.setMode({ kind: 'open' });
  await closing;
});
