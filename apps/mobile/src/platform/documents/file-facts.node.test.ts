import { type ByteSource, bytesSource, readSealed } from '@sealflow/tdf/reader';
import { beforeEach, expect, it, vi } from 'vitest';
import { sample } from '../../../../../packages/tdf/tests/kit.ts';
import { sealedFor, startDevice, tenant } from '../../../testing/platform/service.ts';
import { factsFor } from './file-facts.usecases.ts';
import { openContent } from './open-content.usecases.ts';

const stub = (send: typeof fetch) => vi.stubGlobal('fetch', send);

/** A source that counts the reads of its manifest. */
async function countedSource(file: Uint8Array<ArrayBuffer>) {
  const inner = bytesSource(file);
  const sealed = await readSealed(inner);
  const { offset: manifest } = sealed?.manifestRange ?? { offset: 0 };
  const reads = { ofManifest: 0 };
  const source: ByteSource = {
    size: inner.size,
    read(offset, length, signal) {
      if (offset <= manifest && manifest < offset + length) reads.ofManifest += 1;
      return inner.read(offset, length, signal);
    },
  };
  return { source, reads };
}

beforeEach(() => {
  vi.unstubAllGlobals();
});

it.each([
  ['a tenant of the account', [tenant]],
  ['another tenant', [{ ...tenant, id: 't2', key: 'other-key' }]],
])('reads the manifest once for the facts of a file of %s', async (_, tenants) => {
  const { context, service } = await startDevice(stub, { tenants });
  const { source, reads } = await countedSource(await sealedFor(service, sample(40_000)));
  expect(await factsFor(context, source)).toMatchObject({ encrypted: true, key: tenant.key });
  expect(reads.ofManifest).toBe(1);
});

it('reads the manifest once when it opens a protected file', async () => {
  const { context, service } = await startDevice(stub);
  const { source, reads } = await countedSource(await sealedFor(service, sample(40_000)));
  const document = await openContent(context, source);
  expect(document.header?.facts).toMatchObject({ encrypted: true });
  expect(reads.ofManifest).toBe(1);
});
