import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Line, openLine } from './line.ts';

let server: ReturnType<typeof createServer>;
let line: Line;
const sockets: Socket[] = [];

beforeEach(async () => {
  // Says everything back.
  server = createServer((socket) => {
    socket.on('error', () => {});
    socket.pipe(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  line = await openLine((server.address() as AddressInfo).port);
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await line.close();
  server.close();
});

async function open(): Promise<{ socket: Socket; got: () => string }> {
  const socket = connect(line.port, '127.0.0.1');
  sockets.push(socket);
  let text = '';
  socket.on('error', () => {});
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  await once(socket, 'connect');
  return { socket, got: () => text };
}

/** However it ended: a reset is an error of the socket first. */
const closed = (socket: Socket) => new Promise<void>((resolve) => socket.once('close', () => resolve()));

test('passes everything in order, also more than it holds', async () => {
  const { socket, got } = await open();
  const text = 'x'.repeat(700_000) + 'end';
  socket.write(text);
  await expect.poll(() => got().length).toBe(text.length);
  expect(got().endsWith('end')).toBe(true);
});

test('holds what comes while it is silent, and delivers it afterwards', async () => {
  const { socket, got } = await open();
  socket.write('a');
  await expect.poll(got).toBe('a');
  line.set({ kind: 'silent', holds: 'down' });
  socket.write('b');
  expect(line.isOpen()).toBe(false);
  const other = await open();
  other.socket.write('c');
  expect([got(), other.got()]).toEqual(['a', '']);
  line.set({ kind: 'open' });
  await expect.poll(() => got() + other.got()).toBe('abc');
});

test('resets what is open when it is cut, and refuses what is new until it is open again', async () => {
  const { socket } = await open();
  const gone = closed(socket);
  line.set({ kind: 'refuse' });
  await gone;
  const refused = connect(line.port, '127.0.0.1');
  sockets.push(refused);
  refused.on('error', () => {});
  await closed(refused);
  line.set({ kind: 'open' });
  const { socket: next, got } = await open();
  next.write('again');
  await expect.poll(got).toBe('again');
});

test('is as slow as it is told, and never changes the order', async () => {
  line.set({ kind: 'slow', latencyMs: 40, jitterMs: 40, bytesPerSecond: 1_000_000 });
  const { socket, got } = await open();
  const begun = performance.now();
  for (let index = 0; index < 10; index += 1) socket.write(String(index));
  await expect.poll(got, { interval: 1 }).toBe('0123456789');
  expect(performance.now() - begun).toBeGreaterThanOrEqual(80);
});

test('passes an end on', async () => {
  const { socket, got } = await open();
  socket.end('bye');
  await once(socket, 'close');
  expect(got()).toBe('bye');
});

test('tells of a far end that died in silence once it may', async () => {
  const far = new Promise<Socket>((resolve) => server.once('connection', resolve));
  const { socket } = await open();
  const end = await far;
  line.set({ kind: 'silent', holds: 'down' });
  const died = closed(end);
  end.resetAndDestroy();
  await died;
  expect(socket.closed).toBe(false);
  const gone = closed(socket);
  line.set({ kind: 'open' });
  await gone;
});
