import { bytesSource } from '@sealflow/tdf/reader';
import { expect, it } from 'vitest';
import { lockedOdf } from '../../testing/sample-locked-odf.ts';
import { zipOf } from '../../testing/sample-zip.ts';
import { openZip, readEntry } from '../archive/zip-files.util.ts';
import { detectFormat } from '../format/detect-format.util.ts';
import { openLocked } from './unlock.util.ts';

const content = `<office:document-content>${'<text:p>采购合同</text:p>'.repeat(200)}</office:document-content>`;
const unlock = async (file: Uint8Array, password: string) => (await openLocked(file)).unlock(password);

async function textOf(file: Uint8Array, name: string): Promise<string> {
  const read = async (offset: number, length: number) => file.slice(offset, offset + length);
  for await (const entry of openZip({ size: file.length, read }).getEntriesGenerator())
    if (entry.filename === name && !entry.directory)
      return new TextDecoder().decode(await readEntry(entry, { maxBytes: 1e6 }));
  return '';
}

it('opens an OpenDocument file with its password only', async () => {
  const file = await lockedOdf(content, '密码 1');
  expect(await detectFormat(bytesSource(file))).toEqual({ viewer: 'locked', name: 'OpenDocument' });
  await expect(unlock(file, '密码 2')).resolves.toBeNull();
  await expect(unlock(file, '')).resolves.toBeNull();
  const plain = await unlock(file, '密码 1');
  if (!plain) throw new Error('the password is right');
  expect(plain.length).toBeLessThanOrEqual(file.length);
  expect(await detectFormat(bytesSource(Uint8Array.from(plain)))).toMatchObject({ exactKind: 'odt' });
  expect(await textOf(plain, 'content.xml')).toBe(content);
  expect(await textOf(plain, 'META-INF/manifest.xml')).not.toContain('encryption-data');
});

it('does not take a stored document without a password for an encrypted one', async () => {
  const mimetype = 'application/vnd.oasis.opendocument.text';
  const file = await zipOf({ mimetype, 'content.xml': '\ufeff\n<office:x/>' }, { level: 0 });
  expect(await detectFormat(bytesSource(file))).toMatchObject({ exactKind: 'odt' });
});

it('rejects a changed part, and keys that would take too long', async () => {
  const file = await lockedOdf(content, 'secret');
  // The content follows its local header with the name.
  const at = Array.from(file.keys()).find((index) => file[index] === 0x50 && file[index + 30] === 0x63);
  file[(at ?? 0) + 60] = (file[(at ?? 0) + 60] ?? 0) ^ 1;
  await expect(unlock(file, 'secret')).resolves.toBeNull();
  const slow = await lockedOdf(content, 'a', {
    edit: (xml) => xml.replace('count="1000"', 'count="99999999"'),
  });
  await expect(openLocked(slow)).rejects.toMatchObject({ code: 'tooLarge' });
  const bomb = await lockedOdf(content, 'a', { edit: (xml) => xml.replace(/size="\d{4,}"/, 'size="20"') });
  await expect(unlock(bomb, 'a')).rejects.toMatchObject({ code: 'unreadable' });
});

it.each([
  ['Blowfish', (xml: string) => xml.replace(/"[^"]*aes256-cbc"/, '"Blowfish CFB"')],
  ['Argon2', (xml: string) => xml.replace('"PBKDF2"', '"urn:argon2id"')],
])('reports %s as unsupported', async (_, edit) => {
  const file = await lockedOdf(content, 'a', { edit });
  await expect(openLocked(file)).rejects.toMatchObject({ code: 'encryptionUnsupported' });
});
