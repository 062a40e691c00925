import { CFB, utils, write } from '@e965/xlsx';
import { concatBytes } from '@noble/hashes/utils.js';
import { bytesSource } from '@sealflow/tdf/reader';
import { assert, asyncProperty, nat, uint8Array } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { agileOffice, fromHex, oleOf, standardOffice } from '../../testing/sample-encrypted.ts';
import { detectFormat } from '../format/detect-format.util.ts';
import { openOle } from '../format/ole.util.ts';
import { readWorkbook } from '../sheet/read-workbook.rules.ts';
import { createRc4, decryptBlocks, rc4KeysOf } from './rc4.rules.ts';
import { openLocked } from './unlock.util.ts';
import { xorKeyOf } from './xor-obfuscation.rules.ts';

const content = Uint8Array.from({ length: 10_000 }, (_, at) => at & 0xff);
const unlock = async (file: Uint8Array, password: string) => (await openLocked(file)).unlock(password);
const readStream = async (file: Uint8Array, name: string) => {
  const ole = await openOle(async (offset, length) => file.subarray(offset, offset + length));
  return (await ole.readStream(name)) ?? new Uint8Array();
};

/** Headers that Excel wrote: RC4 with 40 bits, RC4 with 128 bits, and the obfuscation of Excel 95. */
const headers = {
  basic: {
    password: 'password',
    info: fromHex(
      '0100010068a75dab8dff01c4fa376368e65efc5fdaa7a36e2421fba36ab4ec92fa2aa09af7896935e1c3adb71628edb7543c09fa',
    ),
  },
  cryptoApi: {
    password: 'freedom',
    info: fromHex(
      '040002000c0000007e0000000c000000000000000168000004800000800000000100000000000000000000004d006900630072006f0073006f0066007400200045006e00680061006e006300650064002000430072007900700074006f0067007200610070006800690063002000500072006f00760069006400650072002000760031002e003000000010000000e2f5f90214a23a31c490916e2015da52937516471a45b2b72ce1fb1bef45637614000000327032ffb14de9065a7332aff746fef30dd59543',
    ),
  },
} as const;
const xorHeader = { key: 0x514a, verifier: 0xcc1a };
const rc4Headers = Object.values(headers);

describe('a package', () => {
  it.each([
    ['agile with SHA-512', agileOffice(content, '密码 1')],
    ['agile with SHA-1', agileOffice(content, '密码 1', { hash: 'SHA1' })],
    ['standard', standardOffice(content, '密码 1')],
  ])('with %s encryption opens with its password only', async (_, file) => {
    expect(await detectFormat(bytesSource(file))).toEqual({ viewer: 'locked', name: 'Office' });
    await expect(unlock(file, '密码 2')).resolves.toBeNull();
    await expect(unlock(file, '')).resolves.toBeNull();
    expect(await unlock(file, '密码 1')).toEqual(content);
  });

  it('is rejected if its encrypted bytes were changed', async () => {
    const file = agileOffice(content, 'secret');
    const encrypted = await readStream(file, 'EncryptedPackage');
    const info = await readStream(file, 'EncryptionInfo');
    encrypted[5000] = (encrypted[5000] ?? 0) ^ 1;
    const changed = oleOf({ EncryptionInfo: info, EncryptedPackage: encrypted });
    await expect(unlock(changed, 'wrong')).resolves.toBeNull();
    await expect(unlock(changed, 'secret')).rejects.toMatchObject({ code: 'unreadable' });
  });

  it.each([
    ['too many iterations', 'unreadable', /spinCount="\d+"/, 'spinCount="10000001"'],
    ['iterations that are no number', 'unreadable', /spinCount="\d+"/, 'spinCount="many"'],
    ['no integrity', 'unreadable', /<dataIntegrity.*?\/>/, ''],
    ['a value that is not base64', 'unreadable', /encryptedKeyValue="/, 'encryptedKeyValue="*'],
    ['a certificate only', 'encryptionUnsupported', /<p:encryptedKey.*?\/>/, ''],
    ['another cipher', 'encryptionUnsupported', /cipherAlgorithm="AES"/g, 'cipherAlgorithm="RC2"'],
    ['another hash', 'encryptionUnsupported', /hashAlgorithm="SHA512"/g, 'hashAlgorithm="WHIRLPOOL"'],
  ])('with %s is rejected as %s', async (_, code, pattern, replacement) => {
    const file = agileOffice(content, 'secret', { edit: (xml) => xml.replace(pattern, replacement) });
    await expect(unlock(file, 'secret')).rejects.toMatchObject({ code });
  });

  it('without a key for passwords is not supported', async () => {
    const managed = oleOf({ EncryptedPackage: content });
    await expect(openLocked(managed)).rejects.toMatchObject({ code: 'encryptionUnsupported' });
  });

  it('can be damaged in any way without another result than its content', async () => {
    const file = agileOffice(content, 'secret', { spinCount: 10 });
    await assert(
      asyncProperty(nat(file.length), uint8Array({ maxLength: 64 }), async (at, junk) => {
        const damaged = file.slice();
        damaged.set(junk.subarray(0, file.length - at), at);
        const result = await unlock(damaged, 'secret').catch(() => null);
        expect(result ?? content).toEqual(content);
      }),
      { numRuns: 200 },
    );
  });
});

/** A binary workbook with one cell, and the record that marks it as encrypted. */
function encryptedXls(
  filePass: Uint8Array,
  encrypt: (stream: Uint8Array) => Uint8Array,
): Uint8Array<ArrayBuffer> {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet([['采购合同', 'clause']]), 'S');
  const file = CFB.read(new Uint8Array(write(book, { type: 'array', bookType: 'biff8' }) as ArrayBuffer), {
    type: 'array',
  });
  const plain = Uint8Array.from(CFB.find(file, 'Workbook')?.content ?? []);
  const head = 4 + (plain[2] ?? 0);
  const record = concatBytes(Uint8Array.of(0x2f, 0, filePass.length, 0), filePass);
  const stream = concatBytes(plain.subarray(0, head), record, plain.subarray(head));
  const encrypted = encrypt(stream);
  const view = new DataView(stream.buffer);
  for (let at = 0; at + 4 <= stream.length; ) {
    const [kind, size] = [view.getUint16(at, true), view.getUint16(at + 2, true)];
    const plainBytes = [0x809, 0x2f, 0xe1].includes(kind) ? 4 + size : kind === 0x85 ? 8 : 4;
    // The offset of the sheet grows with the inserted record.
    if (kind === 0x85) view.setUint32(at + 4, view.getUint32(at + 4, true) + record.length, true);
    encrypted.set(stream.subarray(at, at + plainBytes), at);
    at += 4 + size;
  }
  return oleOf({ Workbook: encrypted });
}

describe('a binary workbook', () => {
  const cellsOf = (file: Uint8Array) =>
    [...(readWorkbook(file, { language: 'zh' }).sheets[0]?.rows.values() ?? [])].map(({ texts }) => texts);

  it.each(rc4Headers)('encrypted with RC4 opens with $password only', async ({ password, info }) => {
    const keys = rc4KeysOf(info, password)!;
    const file = encryptedXls(concatBytes(Uint8Array.of(1, 0), info), (stream) =>
      decryptBlocks(stream, keys, 1024),
    );
    expect(await detectFormat(bytesSource(file))).toEqual({ viewer: 'locked', name: 'Office' });
    await expect(unlock(file, 'guess')).resolves.toBeNull();
    const opened = (await unlock(file, password))!;
    expect(await detectFormat(bytesSource(Uint8Array.from(opened)))).toMatchObject({ kind: 'xls' });
    expect(cellsOf(opened)).toEqual([['采购合同', 'clause']]);
  });

  it('obfuscated like those of Excel 95 opens with its password only', async () => {
    const key = xorKeyOf('abc', { ...xorHeader, rotation: 2 })!;
    const obfuscate = (stream: Uint8Array) => {
      const result = stream.slice();
      const view = new DataView(stream.buffer);
      for (let at = 0; at + 4 <= stream.length; ) {
        const end = at + 4 + view.getUint16(at + 2, true);
        for (let one = at + 4; one < end; one += 1) {
          const mixed = (stream[one] ?? 0) ^ (key[(one + end - at - 4) & 15] ?? 0);
          result[one] = (mixed >> 3) | (mixed << 5);
        }
        at = end;
      }
      return result;
    };
    const file = encryptedXls(fromHex('00004a511acc'), obfuscate);
    await expect(unlock(file, 'abd')).resolves.toBeNull();
    expect(cellsOf((await unlock(file, 'abc'))!)).toEqual([['采购合同', 'clause']]);
  });
});

describe('a binary document', () => {
  const clear = Uint8Array.from({ length: 6000 }, (_, at) => (at * 7) & 0xff);
  const header = (flags: number, key: number) => {
    const main = clear.slice();
    const view = new DataView(main.buffer);
    view.setUint16(2, 0xc1, true);
    view.setUint16(10, flags, true);
    view.setUint32(14, key, true);
    return main;
  };

  it.each(rc4Headers)('encrypted with RC4 opens with $password only', async ({ password, info }) => {
    const keys = rc4KeysOf(info, password)!;
    const main = header(0x0300, info.length);
    const encrypt = (stream: Uint8Array) => decryptBlocks(stream, keys, 512);
    const table = concatBytes(info, encrypt(clear).subarray(info.length));
    const file = oleOf({
      WordDocument: concatBytes(main.subarray(0, 68), encrypt(main).subarray(68)),
      '1Table': table,
      Data: encrypt(clear.subarray(0, 600)),
    });
    expect(await detectFormat(bytesSource(file))).toMatchObject({ viewer: 'locked' });
    await expect(unlock(file, 'guess')).resolves.toBeNull();
    const opened = (await unlock(file, password))!;
    expect(await detectFormat(bytesSource(Uint8Array.from(opened)))).toMatchObject({ kind: 'doc' });
    expect(await readStream(opened, 'WordDocument')).toEqual(header(0x0200, 0));
    expect((await readStream(opened, '1Table')).subarray(info.length)).toEqual(clear.subarray(info.length));
    expect(await readStream(opened, 'Data')).toEqual(clear.subarray(0, 600));
  });

  it('obfuscated like those of Word 95 opens with its password only', async () => {
    const key = xorKeyOf('abc', { ...xorHeader, rotation: 7 })!;
    const main = header(0x8100, (xorHeader.verifier << 16) | xorHeader.key);
    const obfuscated = main.map((byte, at) => {
      const keyByte = key[at & 15] ?? 0;
      return at < 68 || byte === 0 || byte === keyByte ? byte : byte ^ keyByte;
    });
    const file = oleOf({ WordDocument: obfuscated, '0Table': clear });
    await expect(unlock(file, 'abd')).resolves.toBeNull();
    const opened = (await unlock(file, 'abc'))!;
    expect(await readStream(opened, 'WordDocument')).toEqual(header(0, 0));
  });
});

it('decrypts RC4 as RFC 6229 lists it', () => {
  const stream = new Uint8Array(16);
  createRc4(fromHex('0102030405'))(stream);
  expect(stream).toEqual(fromHex('b2396305f03dc027ccc3524a0a1118a8'));
});
