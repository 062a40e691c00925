import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { makeTestFolder } from '../../../testing/folder.ts';
import { appendLines, checkpointFilePath, readLines } from './checkpoint-file.util.ts';

it('starts a new line after a line that was cut off', async () => {
  const path = checkpointFilePath(makeTestFolder());
  await appendLines(path, ['first', 'second']);
  writeFileSync(path, 'first\nsec');
  await appendLines(path, ['third']);
  await appendLines(path, ['fourth']);
  const lines: string[] = [];
  for await (const line of readLines(path)) lines.push(line);
  expect(lines).toEqual(['first', 'sec', 'third', 'fourth']);
});

it('fails if the disk takes only a part, so that nothing counts as written', async () => {
  const path = join(makeTestFolder(), 'checkpoints.jsonl');
  const adapter = join(import.meta.dirname, 'checkpoint-file.util.ts');
  const script = `
    const { appendLines } = await import(${JSON.stringify(adapter)});
    await appendLines(${JSON.stringify(path)}, ['x'.repeat(100_000)]).then(
      () => console.log('written'),
      (error) => console.log(error.code),
    );`;
  // The file size limit: the first write fills the file partially, and only the next write fails.
  const limited = 'ulimit -f 8; exec "$0" --input-type=module --eval "$1"';
  const { stdout } = await promisify(execFile)('sh', ['-c', limited, process.execPath, script]);
  expect(stdout.trim()).toBe('EFBIG');
  expect(readFileSync(path).length).toBeGreaterThan(0);
});
