import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { resultOf } from './benchmark-process.ts';
import { createTemporaryFolder, deleteTemporaryFolder } from './temporary-folder.ts';

it('takes the result from the last line of the output', () => {
  expect(resultOf('a message\n{"decrypt":{"node":1.1}}\n')).toEqual({ decrypt: { node: 1.1 } });
  expect(() => resultOf('{"decrypt":{}}\nKilled\n')).toThrow('the last line is no JSON: Killed');
});

it.runIf(process.platform === 'linux')(
  'deletes the temporary folder of a benchmark after the processes in it have ended',
  async () => {
    const folder = createTemporaryFolder();
    const data = join(folder, 'data');
    mkdirSync(data);
    writeFileSync(join(data, 'file'), '');
    // A database that stops when its input ends.
    const child = spawn('cat', { cwd: data, stdio: ['pipe', 'ignore', 'ignore'] });
    const ended = once(child, 'exit');
    await once(child, 'spawn');
    const deleted = deleteTemporaryFolder(folder);
    expect(existsSync(data)).toBe(true);
    child.stdin.end();
    expect(await ended).toEqual([0, null]);
    await deleted;
    expect(existsSync(folder)).toBe(false);
  },
);
