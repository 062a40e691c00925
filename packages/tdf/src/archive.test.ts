import { beforeAll, describe, expect, test } from 'vitest';
import { partsOf, rebuilt, zipOf } from '../tests/archive.ts';
import {
  collect,
  everythingOf,
  keysOf,
  makeKas,
  type Sealed,
  sample,
  sealOptions,
  sealSample,
} from '../tests/kit.ts';
import { toBase64, toHex } from './base64.ts';
import { bindPolicy } from './binding.ts';
import { type Bytes, concat, utf8, viewOf } from './bytes.ts';
import { hmac, importForOpening, importForSealing, newDataKey } from './data-key.ts';
import { type ByteSource, bytesSource, inspect, openDocument, readSealed, seal } from './index.ts';
import { MANIFEST_NAME, PAYLOAD_NAME, SEGMENT_BYTES } from './manifest.ts';
import { encodePolicy } from './policy.ts';
import { directory, localHeader } from './writer/zip.ts';

let good: Sealed & { readonly plain: Bytes };

beforeAll(async () => {
  good = await sealSample(1000);
});

const codeOf = (file: ByteSource) =>
  readSealed(file).then(
    (sealed) => (sealed ? 'sealed' : 'plain'),
    (error: { code?: string }) => error.code,
  );

test.each([
  ['nothing', new Uint8Array()],
  ['a text', utf8('PK is not a zip')],
  ['a zip without a manifest', zipOf([{ name: 'a.txt', data: utf8('hello') }])],
  ['an empty zip', zipOf([])],
  ['a damaged zip without a manifest', zipOf([{ name: 'a.txt', data: utf8('hello') }]).slice(3)],
  ['a truncated zip without a manifest', zipOf([{ name: 'a.txt', data: sample(500) }]).slice(0, 300)],
])('%s is a plain file', async (_name, file) => {
  const none = {
    key: null,
    userOID: null,
    orgID: null,
    clID: null,
    mimeType: null,
    documentId: null,
    kid: null,
  };
  expect(await inspect(bytesSource(file))).toEqual({ encrypted: false, size: file.length, ...none });
  const opening = openDocument({ source: bytesSource(file), keys: good.keys });
  await expect(opening).rejects.toMatchObject({ code: 'tdf.not_an_archive' });
});

test('the key is the key of the first entry for a known tenant', async () => {
  const { payload, manifest } = await partsOf(good.file);
  const [entry] = manifest.encryptionInformation.keyAccess;
  manifest.encryptionInformation.keyAccess = [
    { ...entry, url: 'https://other.example/kas', kid: 'theirs.ec.9' },
    entry,
  ];
  const source = bytesSource(rebuilt(payload, manifest));
  expect(await inspect(source)).toMatchObject({ key: 'theirs' });
  expect(await inspect(source, { known: [{ base: 'https://FILES.example:443/otdf/t1/' }] })).toMatchObject({
    key: 'lk1',
  });
  expect(await inspect(source, { known: [{ base: 'https://files.example/otdf/t2/kas' }] })).toMatchObject({
    key: null,
    kid: null,
  });
  expect(await inspect(source, { known: [{ keyId: 'lk1' }] })).toMatchObject({ key: 'lk1' });
  expect(await inspect(source, { known: [{ keyId: 'lk2' }] })).toMatchObject({ key: null });
});

describe('zip64', () => {
  test('is written if the size is unknown in advance, and can be read', async () => {
    const kas = await makeKas();
    const plain = sample(SEGMENT_BYTES + 3);
    const stream = (async function* () {
      yield plain;
    })();
    const file = await collect(seal(sealOptions(kas, stream)).stream);
    expect(viewOf(file).getUint32(18, true)).toBe(0xffffffff);
    expect((await everythingOf({ file, keys: await keysOf(file, kas) })).content).toEqual(plain);
  });

  // The start and the end of a 5 GiB document. The reader does not read the bytes between them until it needs them.
  test('locates a manifest behind 4 GiB', async () => {
    const { manifest } = await partsOf(good.file);
    const { segments } = manifest.encryptionInformation.integrityInformation;
    const count = (5 * 1024 ** 3) / (8 * 1024 ** 2);
    const size = 8 * 1024 ** 2;
    segments.splice(
      0,
      1,
      ...Array.from({ length: count }, () => ({
        hash: segments[0].hash,
        segmentSize: size,
        encryptedSegmentSize: size + 28,
      })),
    );
    const payload = {
      name: PAYLOAD_NAME,
      offset: 0,
      size: count * (size + 28),
      crc: 0,
      descriptor: false,
      zip64: true,
    };
    const head = localHeader(payload);
    const data = utf8(JSON.stringify(manifest));
    const entry = {
      name: MANIFEST_NAME,
      offset: head.length + payload.size,
      size: data.length,
      crc: 0,
      descriptor: false,
      zip64: false,
    };
    const header = localHeader(entry);
    const end = concat([
      header,
      data,
      directory([payload, entry], entry.offset + header.length + data.length),
    ]);
    const whole = entry.offset + end.length;
    const file: ByteSource = {
      size: whole,
      async read(offset, length) {
        const bytes = new Uint8Array(Math.min(length, whole - offset));
        if (offset < head.length) bytes.set(head.subarray(offset, offset + bytes.length));
        const behind = offset - entry.offset;
        if (behind + bytes.length > 0)
          bytes.set(end.subarray(Math.max(0, behind), behind + bytes.length), Math.max(0, -behind));
        return bytes;
      },
    };
    const sealed = await readSealed(file);
    expect(sealed).toMatchObject({ size: 5 * 1024 ** 3, payloadOffset: head.length });
    expect(sealed?.segments.indexAt(4 * 1024 ** 3 + 5)).toBe(512);
  });
});

describe('payload and manifest', () => {
  const listAt = (file: Bytes) => file.length - 22 - 46 - MANIFEST_NAME.length - 46 - PAYLOAD_NAME.length;
  const rebuiltSample = async () => {
    const { payload, manifest } = await partsOf(good.file);
    return rebuilt(payload, manifest);
  };

  test('are rejected if zip compresses or encrypts them', async () => {
    const bytes = await rebuiltSample();
    const compressed = bytes.slice();
    viewOf(compressed).setUint16(listAt(bytes) + 10, 8, true);
    expect(await codeOf(bytesSource(compressed))).toBe('tdf.unsupported');
    const encrypted = bytes.slice();
    viewOf(encrypted).setUint16(listAt(bytes) + 8, 1, true);
    expect(await codeOf(bytesSource(encrypted))).toBe('tdf.unsupported');
  });

  test('are rejected if they overlap the directory', async () => {
    const bytes = await rebuiltSample();
    const manifestAt = listAt(bytes) + 46 + PAYLOAD_NAME.length;
    const view = viewOf(bytes);
    const size = view.getUint32(manifestAt + 20, true);
    for (const at of [20, 24]) view.setUint32(manifestAt + at, size + 1, true);
    expect(await codeOf(bytesSource(bytes))).toBe('tdf.archive_invalid');
  });

  test('are rejected if a local header has another name', async () => {
    const bytes = await rebuiltSample();
    bytes.set(utf8('1'), 30);
    expect(await codeOf(bytesSource(bytes))).toBe('tdf.archive_invalid');
  });

  test('are found in a file that lost its first bytes, which counts as damaged and not as plain', async () => {
    expect(await codeOf(bytesSource(good.file.slice(40)))).toBe('tdf.archive_invalid');
  });

  test('of a file that lost its end are reported as truncated', async () => {
    expect(await codeOf(bytesSource(good.file.slice(0, good.file.length - 200)))).toBe('tdf.truncated');
  });

  test('report the size of a manifest that is too large', async () => {
    const reading = readSealed(bytesSource(good.file), undefined, 100);
    await expect(reading).rejects.toMatchObject({
      code: 'tdf.too_large',
      message: expect.stringMatching(/manifest too large: \d{3,} bytes/),
    });
  });
});

describe('claims that exceed the file', () => {
  const end = (file: Bytes) => file.length - 22;
  const patched = (at: number, values: readonly number[]) => {
    const file = good.file.slice();
    file.set(values, at < 0 ? end(file) - at - 1 : at);
    return bytesSource(file);
  };

  test('directories with a wrong size or offset are rejected', async () => {
    const at = (field: number) => -1 - field;
    expect(await codeOf(patched(at(10), [3, 0]))).toBe('tdf.archive_invalid');
    expect(await codeOf(patched(at(12), [0, 0, 0, 0]))).toBe('tdf.archive_invalid');
    expect(await codeOf(patched(at(12), [255, 255, 255, 255]))).toBe('tdf.too_large');
    expect(await codeOf(patched(at(16), [0, 0, 0, 0]))).toBe('tdf.archive_invalid');
    expect(await codeOf(patched(at(16), [255, 255, 255, 255]))).toBe('tdf.archive_invalid');
    expect(await codeOf(patched(at(4), [1, 0]))).toBe('tdf.archive_invalid');
  });

  test.each([
    ['2^63', [0, 0, 0, 0, 0, 0, 0, 128]],
    ['2^53', [0, 0, 0, 0, 0, 0, 32, 0]],
  ])('zip64 offsets of %s', async (_name, bytes) => {
    const locator = concat([
      utf8('PK\u0006\u0007'),
      new Uint8Array(4),
      Uint8Array.from(bytes),
      Uint8Array.from([1, 0, 0, 0]),
    ]);
    const file = concat([good.file.slice(0, end(good.file)), locator, good.file.slice(end(good.file))]);
    expect(await codeOf(bytesSource(file))).toBe('tdf.too_large');
  });

  const sevens = (count: number) => Array.from({ length: count }, () => 0x7f);

  test('an entry that is larger than the file, or begins behind its end, is rejected', async () => {
    const list = good.file.length - 22 - 46 - MANIFEST_NAME.length;
    expect(await codeOf(patched(list + 20, sevens(8)))).toBe('tdf.too_large');
    expect(await codeOf(patched(list + 42, sevens(4)))).toBe('tdf.archive_invalid');
  });

  test.each([
    ['a segment of 2^63 bytes', 2 ** 63, 'tdf.manifest_invalid'],
    ['a segment of half a gigabyte', 2 ** 29, 'tdf.too_large'],
    ['a segment of nine mebibytes', 9 * 2 ** 20, 'tdf.too_large'],
    ['a segment of negative size', -1, 'tdf.manifest_invalid'],
    ['a segment of fractional size', 0.5, 'tdf.manifest_invalid'],
  ])('%s', async (_name, size, code) => {
    const { payload, manifest } = await partsOf(good.file);
    Object.assign(manifest.encryptionInformation.integrityInformation.segments[0], {
      segmentSize: size,
      encryptedSegmentSize: size + 28,
    });
    expect(await codeOf(bytesSource(rebuilt(payload, manifest)))).toBe(code);
  });

  test('segments too small for their overhead, and more than 50 keys, are rejected', async () => {
    const { payload, manifest } = await partsOf(good.file);
    const { integrityInformation: integrity, keyAccess } = manifest.encryptionInformation;
    const [segment] = integrity.segments;
    const sized = (size: number) => ({ ...segment, segmentSize: size, encryptedSegmentSize: size + 28 });
    const lists = [
      Array.from({ length: 65 }, () => sized(0)),
      Array.from({ length: 65 }, () => sized(4095)),
      [sized(1), sized(2)],
      [sized(2), sized(1), sized(2)],
    ];
    for (const segments of lists) {
      integrity.segments = segments;
      expect(await codeOf(bytesSource(rebuilt(payload, manifest)))).toBe('tdf.unsupported');
    }
    manifest.encryptionInformation.keyAccess = Array.from({ length: 51 }, (_, sid) => ({
      ...keyAccess[0],
      sid: String(sid),
    }));
    expect(await codeOf(bytesSource(rebuilt(payload, manifest)))).toBe('tdf.too_large');
  });

  test('a manifest of a gigabyte is not read', async () => {
    const payload = { name: PAYLOAD_NAME, offset: 0, size: 0, crc: 0, descriptor: false, zip64: false };
    const head = localHeader(payload);
    const manifest = { ...payload, name: MANIFEST_NAME, offset: head.length, size: 2 ** 30 };
    const header = localHeader(manifest);
    const at = head.length + header.length + manifest.size;
    const tail = directory([payload, manifest], at);
    let most = 0;
    const file: ByteSource = {
      size: at + tail.length,
      async read(offset, length) {
        most = Math.max(most, length);
        const bytes = new Uint8Array(Math.min(length, at + tail.length - offset));
        if (offset === 0) bytes.set(concat([head, header]));
        else bytes.set(tail, bytes.length - tail.length);
        return bytes;
      },
    };
    expect(await codeOf(file)).toBe('tdf.too_large');
    expect(most).toBeLessThan(100_000);
  });

  test('deep and malformed JSON is rejected', async () => {
    const { payload } = await partsOf(good.file);
    for (const text of ['', '[]', 'null', '{"payload":{}}', '['.repeat(100_000), '\u0000']) {
      const file = zipOf([
        { name: PAYLOAD_NAME, data: payload },
        { name: MANIFEST_NAME, data: utf8(text) },
      ]);
      expect(await codeOf(bytesSource(file))).toBe('tdf.manifest_invalid');
    }
  });
});

describe('segments hashed by HS256, as other writers use it', () => {
  async function sealedByHmac() {
    const { payload, manifest } = await partsOf(good.file);
    const dataKey = newDataKey();
    const { sign } = await importForSealing(dataKey);
    const encrypt = await crypto.subtle.importKey('raw', dataKey, 'AES-GCM', false, ['encrypt']);
    const iv = new Uint8Array(12);
    const segment = concat([
      iv,
      new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, encrypt, good.plain)),
    ]);
    const hash = await hmac(sign, segment);
    const { encryptionInformation } = manifest;
    const { integrityInformation, keyAccess } = encryptionInformation;
    delete integrityInformation.segmentHashAlg;
    integrityInformation.segments[0].hash = toBase64(hash);
    integrityInformation.rootSignature.sig = toBase64(utf8(toHex(await hmac(sign, hash))));
    const attributes = { namespace: 'n.example', owner: null, org: null, classification: null };
    encryptionInformation.policy = encodePolicy({ uuid: good.keys.documentId, ...attributes }, []);
    keyAccess[0].policyBinding = await bindPolicy(sign, encryptionInformation.policy);
    delete keyAccess[0].encryptedMetadata;
    manifest.assertions = null;
    const both = await importForOpening(dataKey);
    const keys = { ...good.keys, ...both, shares: good.keys.shares.map((share) => ({ ...share, ...both })) };
    return { manifest, segment, keys, size: payload.length };
  }

  test('open if unchanged, and are rejected if a byte is changed', async () => {
    const { manifest, segment, keys } = await sealedByHmac();
    const opened = await everythingOf({ file: rebuilt(segment, manifest), keys });
    expect(opened).toMatchObject({ attested: false, name: null });
    expect(opened.content).toEqual(good.plain);
    segment[500] = (segment[500] ?? 0) ^ 1;
    const bent = everythingOf({ file: rebuilt(segment, manifest), keys });
    await expect(bent).rejects.toMatchObject({ code: 'tdf.segment_tampered' });
  });
});

test('fields that a file leaves out read as null', async () => {
  const kas = await makeKas();
  const options = sealOptions(kas, sample(3));
  const policy = { ...options.policy, owner: null, org: null, classification: null };
  const file = await collect(seal({ ...options, policy, name: null }).stream);
  const { facts, name } = await everythingOf({ file, keys: await keysOf(file, kas) });
  expect(facts).toMatchObject({ userOID: null, orgID: null, clID: null });
  expect(name).toBeNull();
});
