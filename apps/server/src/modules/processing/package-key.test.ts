import { randomBytes } from 'node:crypto';
import { bytesSource } from '@sealflow/tdf/reader';
import { seal } from '@sealflow/tdf/writer';
import { expect, it } from 'vitest';
import { createPackageKey, openPackage, sealPackage } from './package-key.util.ts';

const masterKey = { bytes: randomBytes(32), id: 'test', path: null, wasCreated: false };
const downloadID = '0d3c1b52-6f0e-4a55-9a4d-27a1f0a6a001';

/** Copies each chunk before it requests the next one, as the stores do. */
async function bytesOf(content: AsyncIterable<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const copies: Buffer[] = [];
  for await (const chunk of content) copies.push(Buffer.from(chunk));
  return new Uint8Array(Buffer.concat(copies));
}

async function packageOf(size: number) {
  const key = await createPackageKey(masterKey, downloadID);
  const content = randomBytes(size);
  const chunks = async function* () {
    yield content;
  };
  return { key, content, bytes: await bytesOf(sealPackage(key, { downloadID, content: chunks() })) };
}

it.each([0, 1, 256 * 1024, 9 * 1024 * 1024 + 1])('opens a package of %i bytes', async (size) => {
  const { key, content, bytes } = await packageOf(size);
  const source = bytesSource(bytes);
  const opened = await openPackage(masterKey, { downloadID, wrappedKey: key.wrapped, size, source });
  expect(content.equals(await opened.read(0, size))).toBe(true);
});

it('parses no header that is longer than the size stored beside the content', async () => {
  const { key, bytes, content } = await packageOf(100_000);
  // An attacker with the public key and write access to the store can create such a file: almost all of it is header.
  const { stream } = seal({
    kas: { url: 'https://package.invalid', kid: downloadID, publicKeyPem: key.publicKeyPem },
    policy: { uuid: downloadID, namespace: 'n', owner: null, org: null, classification: null },
    mimeType: 'application/octet-stream',
    name: 'x'.repeat(50_000),
    content: new Uint8Array(),
  });
  const source = bytesSource(await bytesOf(stream));
  const size = source.size - (bytes.length - content.length);
  const opening = openPackage(masterKey, { downloadID, wrappedKey: key.wrapped, size, source });
  await expect(opening).rejects.toMatchObject({ code: 'tdf.too_large' });
});
