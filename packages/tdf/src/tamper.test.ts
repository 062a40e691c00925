import { beforeAll, describe, expect, test } from 'vitest';
import { type Bent, bendPolicy, partsOf, rebuilt } from '../tests/archive.ts';
import { fateOf, type Sealed, sealSample } from '../tests/kit.ts';
import { type Bytes, concat } from './bytes.ts';
import { bytesSource, openDocument } from './index.ts';
import { SEGMENT_BYTES, SEGMENT_OVERHEAD_BYTES } from './manifest.ts';

const FULL = SEGMENT_BYTES + SEGMENT_OVERHEAD_BYTES;
let good: Sealed & { readonly plain: Bytes };
let other: Sealed & { readonly plain: Bytes };

beforeAll(async () => {
  good = await sealSample(3 * SEGMENT_BYTES + 1000);
  other = await sealSample(3 * SEGMENT_BYTES + 1000);
});

async function bent(bend: (manifest: Bent) => void): Promise<string> {
  const { payload, manifest } = await partsOf(good.file);
  bend(manifest);
  return fateOf(rebuilt(payload, manifest), good);
}

const b64 = (text: string): string => (text.startsWith('A') ? `B${text.slice(1)}` : `A${text.slice(1)}`);

describe('a changed field', () => {
  const fields: Record<string, [(manifest: Bent) => void, string]> = {
    'payload by value': [(m) => (m.payload.type = 'embedded'), 'tdf.unsupported'],
    'payload protocol': [(m) => (m.payload.protocol = 'http'), 'tdf.unsupported'],
    'payload type that is no text': [(m) => (m.payload.type = 7), 'tdf.manifest_invalid'],
    'MIME type that is no text': [(m) => (m.payload.mimeType = 7), 'tdf.manifest_invalid'],
    'policy that is no text': [(m) => (m.encryptionInformation.policy = 7), 'tdf.manifest_invalid'],
    'key id that is no text': [(m) => (m.encryptionInformation.keyAccess[0].kid = 7), 'tdf.manifest_invalid'],
    'segments that are no list': [
      (m) => (m.encryptionInformation.integrityInformation.segments = {}),
      'tdf.manifest_invalid',
    ],
    'segment hash that is no text': [
      (m) => (m.encryptionInformation.integrityInformation.segments[0].hash = 7),
      'tdf.manifest_invalid',
    ],
    'policy owner': [
      (m) => bendPolicy(m, (p) => (p.body.dataAttributes[0].attribute += '8')),
      'tdf.policy_binding_mismatch',
    ],
    'policy uuid': [
      (m) => bendPolicy(m, (p) => (p.uuid = '3f0a1c9e-6a52-4d0b-9d0e-2b8c9f1e7a11')),
      'tdf.key_mismatch',
    ],
    'policy without its required assertions': [
      (m) => (bendPolicy(m, (p) => delete p.requiredAssertions), (m.assertions = [])),
      'tdf.policy_binding_mismatch',
    ],
    'policy binding': [
      (m) => (m.encryptionInformation.keyAccess[0].policyBinding.hash = btoa('0'.repeat(64))),
      'tdf.policy_binding_mismatch',
    ],
    'policy binding algorithm': [
      (m) => (m.encryptionInformation.keyAccess[0].policyBinding.alg = 'none'),
      'tdf.policy_binding_mismatch',
    ],
    kid: [(m) => (m.encryptionInformation.keyAccess[0].kid = 'lk2.ec.1'), 'tdf.key_mismatch'],
    'no kid': [(m) => delete m.encryptionInformation.keyAccess[0].kid, 'tdf.key_mismatch'],
    'another share': [
      (m) => m.encryptionInformation.keyAccess.push({ ...m.encryptionInformation.keyAccess[0], sid: 'x' }),
      'tdf.key_mismatch',
    ],
    'root signature': [
      (m) => (m.encryptionInformation.integrityInformation.rootSignature.sig = btoa('0'.repeat(32))),
      'tdf.root_signature_mismatch',
    ],
    'root signature algorithm': [
      (m) => (m.encryptionInformation.integrityInformation.rootSignature.alg = 'GMAC'),
      'tdf.unsupported',
    ],
    'listed tag': [
      (m) =>
        (m.encryptionInformation.integrityInformation.segments[1].hash = b64(
          m.encryptionInformation.integrityInformation.segments[1].hash,
        )),
      'tdf.root_signature_mismatch',
    ],
    'listed tags swapped': [
      (m) =>
        m.encryptionInformation.integrityInformation.segments.splice(
          0,
          2,
          ...m.encryptionInformation.integrityInformation.segments.slice(0, 2).toReversed(),
        ),
      'tdf.root_signature_mismatch',
    ],
    'segment hash algorithm': [
      (m) => (m.encryptionInformation.integrityInformation.segmentHashAlg = 'HS256'),
      'tdf.manifest_invalid',
    ],
    'default segment size': [
      (m) => (m.encryptionInformation.integrityInformation.segmentSizeDefault -= 1),
      'tdf.manifest_invalid',
    ],
    'last segment size': [
      (m) => (m.encryptionInformation.integrityInformation.segments[3].segmentSize -= 1),
      'tdf.manifest_invalid',
    ],
    'sizes shifted between segments': [
      (m) => {
        const { segments } = m.encryptionInformation.integrityInformation;
        Object.assign(segments[0], { segmentSize: SEGMENT_BYTES - 8, encryptedSegmentSize: FULL - 8 });
        Object.assign(segments[3], {
          segmentSize: 1008,
          encryptedSegmentSize: 1008 + SEGMENT_OVERHEAD_BYTES,
        });
      },
      'tdf.unsupported',
    ],
    'sizes shifted behind the first segment': [
      (m) => {
        const { segments } = m.encryptionInformation.integrityInformation;
        Object.assign(segments[1], { segmentSize: SEGMENT_BYTES - 8, encryptedSegmentSize: FULL - 8 });
        Object.assign(segments[3], {
          segmentSize: 1008,
          encryptedSegmentSize: 1008 + SEGMENT_OVERHEAD_BYTES,
        });
      },
      'tdf.unsupported',
    ],
    'mime type': [(m) => (m.payload.mimeType = 'text/html'), 'tdf.assertion_mismatch'],
    'no mime type': [(m) => delete m.payload.mimeType, 'tdf.assertion_mismatch'],
    name: [
      (m) => (m.encryptionInformation.keyAccess[0].encryptedMetadata = btoa('{}')),
      'tdf.assertion_mismatch',
    ],
    'no name': [
      (m) => delete m.encryptionInformation.keyAccess[0].encryptedMetadata,
      'tdf.assertion_mismatch',
    ],
    'no assertion': [(m) => delete m.assertions, 'tdf.assertion_mismatch'],
    'assertion twice': [(m) => m.assertions.push(m.assertions[0]), 'tdf.assertion_mismatch'],
    'assertion statement': [
      (m) => (m.assertions[0].statement.value = m.assertions[0].statement.value.replace('pdf', 'zip')),
      'tdf.assertion_mismatch',
    ],
    'assertion id': [(m) => (m.assertions[0].id = 'another'), 'tdf.assertion_mismatch'],
    'assertion by another kind of key': [
      (m) => {
        const [, claims, signature] = m.assertions[0].binding.signature.split('.');
        m.assertions[0].binding.signature = `${btoa('{"alg":"RS256"}')}.${claims}.${signature}`;
      },
      'tdf.assertion_mismatch',
    ],
    'assertion by another key of the same kind': [
      (m) => {
        const [header, claims] = m.assertions[0].binding.signature.split('.');
        m.assertions[0].binding.signature = `${header}.${claims}.${'A'.repeat(43)}`;
      },
      'tdf.assertion_mismatch',
    ],
    'assertion bound in another way': [
      (m) => (m.assertions[0].binding.method = 'other'),
      'tdf.assertion_mismatch',
    ],
    'payload not encrypted': [(m) => (m.payload.isEncrypted = false), 'tdf.manifest_invalid'],
    cipher: [(m) => (m.encryptionInformation.method.algorithm = 'AES-128-GCM'), 'tdf.unsupported'],
    'payload elsewhere': [(m) => (m.payload.url = 'https://example.com/x'), 'tdf.unsupported'],
    'key management': [(m) => (m.encryptionInformation.type = 'shared'), 'tdf.unsupported'],
    version: [(m) => (m.schemaVersion = '5.0.0'), 'tdf.unsupported'],
    'no key access': [(m) => (m.encryptionInformation.keyAccess = []), 'tdf.manifest_invalid'],
    'a field of another type': [(m) => (m.encryptionInformation.policy = 7), 'tdf.manifest_invalid'],
  };

  test.each(Object.entries(fields))('%s', async (_name, [bend, code]) => {
    expect(await bent(bend)).toBe(code);
  });

  const idle: Record<string, (manifest: Bent) => void> = {
    'the wrapped key, which the licence has replaced': (m) =>
      (m.encryptionInformation.keyAccess[0].wrappedKey = 'AAAA'),
    'the unused IV of the method': (m) => (m.encryptionInformation.method.iv = 'AAAA'),
    'an unknown field': (m) => (m.more = { of: 'this' }),
    'the order of fields': (m) => (
      (m.payload = { ...m.payload }), delete m.payload.isEncrypted, (m.payload.isEncrypted = true)
    ),
  };

  test.each(Object.entries(idle))('%s changes nothing', async (_name, bend) => {
    expect(await bent(bend)).toBe('unaltered');
  });
});

describe('a changed payload', () => {
  const changed = async (change: (payload: Bytes, foreign: Bytes) => Bytes): Promise<string> => {
    const { payload, manifest } = await partsOf(good.file);
    const { payload: foreign } = await partsOf(other.file);
    return fateOf(rebuilt(change(payload, foreign), manifest), good);
  };
  const part = (bytes: Bytes, index: number): Bytes => bytes.slice(index * FULL, (index + 1) * FULL);
  const flipped = (at: number) => (payload: Bytes) => {
    payload[at] = (payload[at] ?? 0) ^ 1;
    return payload;
  };
  const SWAPS: Record<string, (payload: Bytes, foreign: Bytes) => Bytes> = {
    'two segments swapped': (p) => concat([part(p, 1), part(p, 0), p.slice(2 * FULL)]),
    'a segment repeated': (p) => concat([part(p, 0), part(p, 0), p.slice(2 * FULL)]),
    'a segment of another document': (p, f) => concat([part(p, 0), part(f, 1), p.slice(2 * FULL)]),
    'the first byte of an IV': flipped(FULL),
    'the first byte of a ciphertext': flipped(FULL + 12),
    'the last byte of a ciphertext': flipped(2 * FULL - 17),
    'the first byte of a tag': flipped(2 * FULL - 16),
    'the very last byte': (p) => flipped(p.length - 1)(p),
  };

  test.each(Object.entries(SWAPS))('%s', async (_name, change) => {
    expect(await changed(change)).toBe('tdf.segment_tampered');
  });

  test.each([
    ['a segment short', (p: Bytes) => p.slice(0, -FULL)],
    ['a byte short', (p: Bytes) => p.slice(0, -1)],
    ['a byte long', (p: Bytes) => concat([p, new Uint8Array(1)])],
  ])('%s', async (_name, change) => {
    expect(await changed(change)).toBe('tdf.size_mismatch');
  });

  test('a sound segment moved by a longer one before it and a shorter one after it is rejected', async () => {
    const { payload, manifest } = await partsOf(good.file);
    const { segments } = manifest.encryptionInformation.integrityInformation;
    Object.assign(segments[0], { segmentSize: SEGMENT_BYTES, encryptedSegmentSize: FULL });
    Object.assign(segments[1], { segmentSize: SEGMENT_BYTES + 8, encryptedSegmentSize: FULL + 8 });
    Object.assign(segments[3], { segmentSize: 992, encryptedSegmentSize: 992 + SEGMENT_OVERHEAD_BYTES });
    const moved = concat([payload.slice(0, 2 * FULL), new Uint8Array(8), payload.slice(2 * FULL, -8)]);
    const opening = openDocument({ source: bytesSource(rebuilt(moved, manifest)), keys: good.keys });
    await expect(opening).rejects.toMatchObject({ code: 'tdf.unsupported' });
  });

  test('sound segments beside a damaged one still open, and the damaged one releases no byte', async () => {
    const { payload, manifest } = await partsOf(good.file);
    const file = rebuilt(flipped(FULL + 5000)(payload), manifest);
    const { bytes } = await openDocument({ source: bytesSource(file), keys: good.keys });
    expect(await bytes.read(0, SEGMENT_BYTES)).toEqual(good.plain.slice(0, SEGMENT_BYTES));
    for (const [offset, length] of [
      [SEGMENT_BYTES, 1],
      [SEGMENT_BYTES - 1, 2],
      [0, 2 * SEGMENT_BYTES],
      [2 * SEGMENT_BYTES - 1, 1],
    ] as const) {
      await expect(bytes.read(offset, length)).rejects.toMatchObject({ code: 'tdf.segment_tampered' });
    }
    expect(await bytes.read(2 * SEGMENT_BYTES, 10)).toEqual(
      good.plain.slice(2 * SEGMENT_BYTES, 2 * SEGMENT_BYTES + 10),
    );
  });

  test('keys of another document open nothing', async () => {
    expect(await fateOf(good.file, other)).toBe('tdf.policy_binding_mismatch');
  });
});
