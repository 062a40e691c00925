import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createStandardErrorStream } from './standard-error.util.ts';

/** Simulates a disk of limited size with partial writes. */
function disk() {
  let room = 0;
  let text = '';
  const write = (_: number, line: NodeJS.ArrayBufferView, offset = 0) => {
    const rest = Buffer.from(line.buffer, line.byteOffset, line.byteLength).subarray(offset);
    if (room === 0) throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
    const taken = rest.subarray(0, room);
    room -= taken.length;
    text += taken.toString();
    return taken.length;
  };
  return { give: (bytes: number) => (room = bytes), write: write as never, text: () => text };
}

it('reports the number of dropped lines once there is room and starts each line separately', () => {
  const { give, write, text } = disk();
  const log = createStandardErrorStream(write);
  give(1000);
  log.write('one\n');
  give(3);
  log.write('two and more\n');
  log.write('three\n');
  give(1000);
  log.write('four\n');
  expect(text().split('\n')).toEqual([
    'one',
    'two',
    JSON.stringify({ level: 40, dropped: 2, msg: 'log lines dropped' }),
    'four',
    '',
  ]);
});

it('neither ends nor blocks a process whose disk is full', async () => {
  const logger = join(import.meta.dirname, 'logger.util.ts');
  const script = `
    const { createLogger } = await import(${JSON.stringify(logger)});
    const log = createLogger('warn');
    for (let index = 0; index < 100; index += 1) log.warn({ index }, 'nobody reads this');
    setTimeout(() => { console.log('still here'); process.exit(0); }, 10);
  `;
  const full = openSync('/dev/full', 'w');
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', full],
  });
  closeSync(full);
  let out = '';
  child.stdout?.on('data', (chunk) => (out += String(chunk)));
  const [code] = await once(child, 'close');
  expect([code, out]).toEqual([0, 'still here\n']);
});
