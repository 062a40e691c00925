import { expect, it } from 'vitest';
import { runCommand } from './command-process.ts';

it('gives each of several concurrent commands its own output', async () => {
  const names = ['tenant', 'member', 'release'];
  const outputs = await Promise.all(names.map((name) => runCommand([name, '--help'], {})));
  for (const [index, name] of names.entries()) expect(outputs[index]).toContain(` ${name} `);
  expect(new Set(outputs).size).toBe(names.length);
});

it('rejects a command that fails, with what it reported, and runs the next one', async () => {
  await expect(runCommand(['unheard-of'], {})).rejects.toThrow(/exit code 2: .*unheard-of/s);
  await expect(runCommand(['--help'], {})).resolves.not.toBe('');
});
