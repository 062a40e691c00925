import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../../testing/eventually.ts';
import type { SandboxKind } from './rendering.types.ts';
import { findSandboxKind, runSandboxed } from './sandboxed-process.adapter.ts';

const testing = fileURLToPath(new URL('../../../testing/sandbox/', import.meta.url));
const readable = [testing, fileURLToPath(new URL('.', import.meta.url))];
const limits = { timeMs: 60_000, memoryBytes: 4_000_000_000, outputBytes: 1_000_000 };
const noInput = new Uint8Array();
const machineKind = await findSandboxKind();
/** A machine without namespaces has only the second. */
const kinds = [...new Set<SandboxKind>([machineKind, 'permissions'])];

const server = createServer((socket) => socket.end('HTTP/1.1 204 No Content\r\n\r\n'));
let port: string;
let folder: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  port = String((server.address() as AddressInfo).port);
  folder = await mkdtemp(path.join(tmpdir(), 'sandbox-'));
  await writeFile(path.join(folder, 'secret'), 'secret');
});
afterAll(() => server.close());

async function probe(kind: SandboxKind, mode: 'guarded' | 'bare') {
  const scriptArguments = [mode, port, path.join(folder, 'secret'), folder];
  const script = path.join(testing, 'probe.ts');
  const output = await runSandboxed({ kind, limits, input: noInput, script, scriptArguments, readable });
  return JSON.parse(output.toString());
}

describe('a rendering process', () => {
  test.each(kinds)(
    'with %s reads and writes no file, opens no socket, starts no process and has no environment',
    async (kind) => {
      expect(await probe(kind, 'guarded')).toEqual({ succeeded: [], variables: [] });
      expect(readdirSync(folder)).toEqual(['secret']);
    },
    120_000,
  );

  test.each(kinds.filter((kind) => kind === 'namespaces'))(
    'with %s has no network even if its code ignores what Node refuses',
    async (kind) => {
      const { succeeded } = await probe(kind, 'bare');
      // Its own address is in no other namespace: nobody reaches it.
      expect(succeeded.filter((name: string) => name !== 'listen')).toEqual([]);
    },
    120_000,
  );
});

/** Whether a process with this argument runs. */
function isRunning(marker: string): boolean {
  return readdirSync('/proc').some((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(marker);
    } catch {
      return false;
    }
  });
}

describe('a rendering process that uses up', () => {
  test.each([
    ['time', 'tooSlow', { timeMs: 1_500 }],
    ['memory', 'tooMuchMemory', { memoryBytes: 400_000_000 }],
    ['output', 'tooLarge', {}],
  ] as const)(
    '%s is killed with its threads, and the service survives',
    async (resource, end, lower) => {
      const marker = randomUUID();
      const run = runSandboxed({
        kind: machineKind,
        limits: { ...limits, ...lower },
        input: noInput,
        script: path.join(testing, 'endless.ts'),
        scriptArguments: [resource, marker],
        readable,
      });
      await expect(run).rejects.toMatchObject({ end });
      await eventually(() => expect(isRunning(marker)).toBe(false));
    },
    120_000,
  );
});
