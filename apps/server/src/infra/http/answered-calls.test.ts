import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fastify from 'fastify';
import { expect, it } from 'vitest';
import { createResponseTimeout } from './response-timeout.middleware.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (options?: { type: 'minor' }) => void;

const concurrentCalls = 32;
const rounds = 120;
/** Each call has as much memory as this many pointers take: 8 KB. */
const pointersPerCall = 1000;

const oldSpaceBytes = () =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space')?.space_used_size ?? 0;

it('releases the memory of answered calls without a collection of the whole heap', async () => {
  const app = fastify();
  const startTimeout = createResponseTimeout(app, 60_000);
  app.get('/', async (_request, reply) => {
    startTimeout(reply);
    Object.assign(reply, { memory: Array.from({ length: pointersPerCall }, () => app) });
    await nextTurn();
    return 'done';
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const open = async () => {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    return socket;
  };
  const call = async (socket: Socket) => {
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    await once(socket, 'data');
  };
  const sockets = await Promise.all(Array.from({ length: concurrentCalls }, open));
  const round = () =>
    Promise.all(
      sockets.map(async (socket, index) => {
        await call(socket);
        // In the middle of a round, so that some calls have no answer when memory is collected.
        if (index === concurrentCalls / 2) collect({ type: 'minor' });
      }),
    );
  await round();
  collect();
  const before = oldSpaceBytes();
  for (let done = 0; done < rounds; done += 1) await round();
  const grownBytes = oldSpaceBytes() - before;
  for (const socket of sockets) socket.destroy();
  await app.close();
  expect(grownBytes).toBeLessThan((rounds * concurrentCalls * pointersPerCall * 8) / 10);
});
