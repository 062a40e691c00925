import { spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { removeNetwork } from '../../src/infra/rendering/remove-network.util.ts';

/** Tries from inside a sandbox what a captured engine would try, and writes what succeeded to standard output. */
const [, , mode, port = '0', readableFile = '', writableFolder = ''] = process.argv;
if (mode === 'guarded') removeNetwork();

const attempts: Readonly<Record<string, () => unknown>> = {
  readFile: () => readFileSync(readableFile),
  readFolder: () => readdirSync('/etc'),
  readEnvironment: () => readFileSync('/proc/self/environ'),
  writeFile: () => writeFileSync(`${writableFolder}/written`, 'x'),
  spawn: () => {
    const { error } = spawnSync('/bin/true');
    if (error) throw error;
  },
  connect: () =>
    new Promise((resolve, reject) => {
      connect(Number(port), '127.0.0.1').on('connect', resolve).on('error', reject);
    }),
  sendDatagram: () =>
    new Promise<void>((resolve, reject) => {
      const socket = createSocket('udp4').on('error', reject);
      socket.send('x', Number(port), '192.0.2.1', (error) => (error ? reject(error) : resolve()));
    }),
  fetch: () => fetch(`http://127.0.0.1:${port}/`),
  listen: () =>
    new Promise<void>((resolve, reject) => {
      createServer()
        .on('error', reject)
        .listen(0, '127.0.0.1', () => resolve());
    }),
};

const succeeded: string[] = [];
for (const [name, attempt] of Object.entries(attempts)) {
  try {
    await attempt();
    succeeded.push(name);
  } catch {
    // Refused, as it must be.
  }
}
const variables = Object.keys(process.env).filter((name) => name !== 'PATH');
process.stdout.write(JSON.stringify({ succeeded, variables }), () => process.exit(0));
