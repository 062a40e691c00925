import { describe, expect, test } from 'vitest';
import { clientOf, everythingOf, kasFetch, keysOf, makeDevice, orNamed, type TestKas } from '../tests/kit.ts';
import vectors from '../tests/vectors.json' with { type: 'json' };
import { fromBase64 } from './base64.ts';
import { equalBytes } from './bytes.ts';
import {
  bytesSource,
  importLicenceKey,
  inspect,
  type KasAlgorithm,
  openDocument,
  openLicence,
  readSealed,
  requestLicence,
} from './index.ts';

// Files that the public OpenTDF web SDK (0.19) wrote for test keys, in segments of 1000 bytes.
const { keys, ...files } = vectors;

const plainOf = (size: number) => Uint8Array.from({ length: size }, (_, at) => (at * 31 + (at >> 8)) & 255);

async function testKas(): Promise<TestKas> {
  const entries = Object.entries(keys).map(async ([kid, { algorithm, pkcs8 }]) => {
    const privateKey = await importLicenceKey(algorithm as KasAlgorithm, fromBase64(pkcs8));
    return [kid, { privateKey, publicKeyPem: '' }] as const;
  });
  return { platformUrl: '', keys: new Map(await Promise.all(entries)) };
}

describe('a file of the public web SDK opens with our use licence', () => {
  test.each(Object.entries(files))('%s', async (name, { size, file: text }) => {
    const file = fromBase64(text);
    const device = await makeDevice();
    const sealed = await readSealed(bytesSource(file));
    if (!sealed) throw new Error('not sealed');
    const licence = await requestLicence(clientOf(device, kasFetch(await testKas(), device)), sealed);
    expect(licence.keys).toHaveLength(name === 'split' ? 2 : 1);
    const opened = await openDocument({
      source: sealed,
      keys: await openLicence(licence, device.agreement.privateKey),
    });
    expect(await opened.bytes.read(0, size + 1)).toEqual(plainOf(size));
    const from = Math.min(size, 900);
    expect(await opened.bytes.read(from, 300)).toEqual(plainOf(size).slice(from, from + 300));
    expect(opened).toMatchObject({ name: null, attested: false });
    expect(opened.facts).toEqual(await inspect(bytesSource(file)));
    expect(opened.facts).toMatchObject({
      encrypted: true,
      key: 'lk1',
      userOID: 'u-7',
      orgID: null,
      clID: 'c1',
      size,
    });
  });
});

describe('a changed byte in a file of the public web SDK', () => {
  test.each(Object.entries(files))(
    '%s is rejected by a named error or changes no content and no verified fact',
    async (_name, { size, file: text }) => {
      const file = fromBase64(text);
      const kas = await testKas();
      const keys = await keysOf(file, kas);
      const { facts } = await openDocument({ source: bytesSource(file), keys });
      const altered: string[] = [];
      for (let at = 0; at < file.length; at += 3) {
        const bent = file.slice();
        bent[at] = (bent[at] ?? 0) ^ 0x08;
        const now = await orNamed(everythingOf({ file: bent, keys }));
        if (!now) continue;
        // Third-party files do not authenticate the MIME type, and `attested` reports that.
        const same = JSON.stringify({ ...now.facts, mimeType: facts.mimeType }) === JSON.stringify(facts);
        if (!same || now.attested || !equalBytes(now.content, plainOf(size))) altered.push(`byte ${at}`);
      }
      expect(altered).toEqual([]);
    },
    60_000,
  );
});

test('the vectors cover both wrappings, a split key, the older form and assertions', async () => {
  const manifests = await Promise.all(
    Object.entries(files).map(
      async ([name, { file }]) => [name, await readSealed(bytesSource(fromBase64(file)))] as const,
    ),
  );
  const found = Object.fromEntries(manifests.map(([name, sealed]) => [name, sealed?.manifest]));
  expect(found['ec']?.encryptionInformation.keyAccess[0]?.type).toBe('ec-wrapped');
  expect(found['rsa']?.encryptionInformation.keyAccess[0]?.type).toBe('wrapped');
  expect(found['legacy']?.schemaVersion).toBeUndefined();
  expect(found['split']?.encryptionInformation.keyAccess.map(({ sid }) => sid)).toEqual(['s1', 's2']);
  expect(found['assertions']?.assertions).toHaveLength(1);
  expect(found['empty']?.encryptionInformation.integrityInformation.segments).toHaveLength(0);
});
