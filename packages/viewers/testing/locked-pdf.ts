import { md5 } from '@noble/hashes/legacy.js';
import { chineseFont, hex, latin1, pdfFile } from './pdf-parts.ts';

// The standard security handler's revision 3 (ISO 32000-1, 7.6.3): most password-protected files still use it.
const padding = Uint8Array.from([
  0x28, 0xbf, 0x4e, 0x5e, 0x4e, 0x75, 0x8a, 0x41, 0x64, 0x00, 0x4e, 0x56, 0xff, 0xfa, 0x01, 0x08, 0x2e, 0x2e,
  0x00, 0xb6, 0xd0, 0x68, 0x3e, 0x80, 0x2f, 0x0c, 0xa9, 0xfe, 0x64, 0x53, 0x69, 0x7a,
]);
const owner = padding.map((byte) => byte ^ 0x55);
const id = padding.slice(0, 16);
const permissions = [0xfc, 0xff, 0xff, 0xff];

function rc4(key: Uint8Array, data: Uint8Array): Uint8Array {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index);
  const swap = (one: number, other: number) => {
    [state[one], state[other]] = [state[other] ?? 0, state[one] ?? 0];
  };
  for (let at = 0, other = 0; at < 256; at += 1) {
    other = (other + (state[at] ?? 0) + (key[at % key.length] ?? 0)) & 255;
    swap(at, other);
  }
  let [at, other] = [0, 0];
  return data.map((byte) => {
    at = (at + 1) & 255;
    other = (other + (state[at] ?? 0)) & 255;
    swap(at, other);
    return byte ^ (state[((state[at] ?? 0) + (state[other] ?? 0)) & 255] ?? 0);
  });
}

const joined = (...parts: readonly ArrayLike<number>[]) =>
  Uint8Array.from(parts.flatMap((part) => Array.from(part)));
const text = (bytes: Uint8Array) => String.fromCharCode(...bytes);
const hexOf = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** A PDF of one page that requires its password. */
export function lockedPdf(password: string): Uint8Array<ArrayBuffer> {
  let key = md5(joined(joined(latin1(password), padding).slice(0, 32), owner, permissions, id));
  for (let round = 0; round < 50; round += 1) key = md5(key);
  let user = rc4(key, md5(joined(padding, id)));
  for (let round = 1; round < 20; round += 1) {
    user = rc4(
      key.map((byte) => byte ^ round),
      user,
    );
  }
  const content = rc4(
    md5(joined(key, [5, 0, 0, 0, 0])),
    latin1(`BT /F1 24 Tf 72 700 Td <${hex('保密合同')}> Tj ET`),
  );
  return pdfFile(
    [
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Count 1 /Kids [4 0 R] >>',
      chineseFont.replaceAll(/\((\w+)\)/g, (_, name: string) => {
        const sealed = rc4(md5(joined(key, [3, 0, 0, 0, 0])), latin1(name));
        return `<${hexOf(sealed)}>`;
      }),
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents 5 0 R >>',
      `<< /Length ${content.length} >>\nstream\n${text(content)}\nendstream`,
      `<< /Filter /Standard /V 2 /R 3 /Length 128 /P -4 /O <${hexOf(owner)}> /U <${hexOf(joined(user, new Uint8Array(16)))}> >>`,
    ],
    { trailer: `/Encrypt 6 0 R /ID [<${hexOf(id)}> <${hexOf(id)}>]` },
  );
}
