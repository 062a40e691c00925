import { burn } from '@kenjiuno/msgreader/lib/Burner.js';
import { TypeEnum } from '@kenjiuno/msgreader/lib/Reader.js';
import { expect, it } from 'vitest';
import { readMsg } from './read-msg.util.ts';

/** A message of named properties in a code page, as Outlook before 2003 wrote it. */
function messageOf(properties: Readonly<Record<string, readonly number[]>>, codePage: number): Uint8Array {
  const fixed = new Uint8Array(32 + 16);
  const view = new DataView(fixed.buffer);
  // PidTagMessageCodepage.
  view.setUint32(32, 0x3ffd0003, true);
  view.setUint32(40, codePage, true);
  const streams = { '__properties_version1.0': Array.from(fixed), ...properties };
  const names = Object.entries(streams);
  return burn([
    { name: 'Root Entry', type: TypeEnum.ROOT, length: 0, children: names.map((_, index) => index + 1) },
    ...names.map(([name, bytes]) => ({
      name,
      type: TypeEnum.DOCUMENT,
      length: bytes.length,
      binaryProvider: () => bytes,
    })),
  ]);
}

const hezuo = [0xba, 0xcf, 0xcd, 0xac];

it.each([
  [936, hezuo, '合同'],
  [950, [0xa6, 0x58, 0xa6, 0x50], '合同'],
  [1251, [0xc4, 0xe0], 'Да'],
])('reads the texts of a message in its code page %i', (codePage, bytes, text) => {
  const mail = readMsg(
    messageOf(
      { '__substg1.0_0037001E': bytes, '__substg1.0_1000001E': bytes, '__substg1.0_0C1A001E': bytes },
      codePage,
    ),
  );
  expect(mail).toMatchObject({ subject: text, text, html: null, from: [{ name: text, address: '' }] });
});

it('reads HTML in the code page that the HTML declares', () => {
  const html = [...new TextEncoder().encode('<meta charset=gb2312>'), ...hezuo];
  const mail = readMsg(messageOf({ '__substg1.0_10130102': html }, 1252));
  expect(mail.html).toBe('<meta charset=gb2312>合同');
});
