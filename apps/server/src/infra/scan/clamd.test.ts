import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eicar, openTestClamd, type TestClamd } from '../../../testing/clamd.ts';
import { createClamdScanner } from './clamd.adapter.ts';

let server: TestClamd;
beforeAll(async () => {
  server = await openTestClamd(1_000_000);
});
afterAll(() => server.close());

async function* chunks(...texts: string[]) {
  for (const text of texts) yield Buffer.from(text);
}

const scan = (content: AsyncIterable<Uint8Array>) =>
  createClamdScanner({ host: '127.0.0.1', port: server.port }).scan(content);

test('reports clean content of any length and in any chunks', async () => {
  expect(await scan(chunks())).toEqual({ infected: false });
  expect(await scan(chunks('a', '', 'b'))).toEqual({ infected: false });
  expect(await scan(chunks(...Array.from({ length: 200 }, () => 'x'.repeat(4096))))).toEqual({
    infected: false,
  });
});

test('detects a virus, also if it is split over two chunks', async () => {
  const found = { infected: true, name: 'Eicar-Test-Signature' };
  expect(await scan(chunks(eicar))).toEqual(found);
  expect(await scan(chunks('before ', eicar.slice(0, 20), eicar.slice(20), ' after'))).toEqual(found);
});

test('does not report content as clean if the scan failed', async () => {
  const long = chunks(...Array.from({ length: 40 }, () => 'x'.repeat(100_000)));
  await expect(scan(long)).rejects.toMatchObject({ code: 'scan.failed' });
  server.says = 'stream: Can’t allocate memory ERROR';
  await expect(scan(chunks('a'))).rejects.toThrow('Can’t allocate memory');
  server.says = '';
  await expect(scan(chunks('a'))).rejects.toThrow('empty');
  server.says = undefined;
  await expect(createClamdScanner({ host: '127.0.0.1', port: 9 }).scan(chunks('a'))).rejects.toMatchObject({
    code: 'scan.failed',
  });
});

test('times out after the configured time', async () => {
  const silent = createServer(() => {});
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as AddressInfo;
  const scanning = createClamdScanner({ host: '127.0.0.1', port, timeoutMs: 50 }).scan(chunks('a'));
  await expect(scanning).rejects.toMatchObject({ code: 'scan.failed' });
  silent.close();
});

test('passes on an error of the content', async () => {
  async function* broken() {
    yield Buffer.from('a');
    throw new Error('the store went away');
  }
  await expect(scan(broken())).rejects.toThrow('the store went away');
});
