import { unpacker } from '@sealflow/viewers/archive/unpack.util.ts';
import { openZipArchive } from '@sealflow/viewers/archive/zip-entries.util.ts';
import { decodeDrawing } from '@sealflow/viewers/drawing/drawing-text.rules.ts';
import { readDxf } from '@sealflow/viewers/drawing/dxf.rules.ts';
import { openBook } from '@sealflow/viewers/epub/book.util.ts';
import { openLocked } from '@sealflow/viewers/locked/unlock.util.ts';
import { readModel } from '@sealflow/viewers/model/read-model.rules.ts';
import { sampleArchive } from '@sealflow/viewers/testing/sample-archives.ts';
import { sampleDxf } from '@sealflow/viewers/testing/sample-dxf.ts';
import { agileOffice, standardOffice } from '@sealflow/viewers/testing/sample-encrypted.ts';
import { sampleEpub } from '@sealflow/viewers/testing/sample-epub.ts';
import { lockedOdf } from '@sealflow/viewers/testing/sample-locked-odf.ts';
import { binaryStl, sampleGltf, sampleObj, textStl } from '@sealflow/viewers/testing/sample-model.ts';
import { readComponents } from '@sealflow/viewers/text/jcal.rules.ts';
import { cardsOf } from '@sealflow/viewers/text/record-cards.rules.ts';
import { records } from '@sealflow/viewers/texts/zh/records.ts';
import type { Bytes } from '../havoc.ts';

export interface DocumentSample {
  readonly bytes: Bytes;
  /** @returns content for a viewer, or null for a refusal. */
  readonly read: (bytes: Bytes) => Promise<Uint8Array | null>;
  /** The only content that may be returned, if the format authenticates it. */
  readonly verified?: Uint8Array;
}

const encode = (text: string): Bytes => new TextEncoder().encode(text);

const sourceOf = (bytes: Bytes) => ({
  size: bytes.length,
  read: async (offset: number, length: number) => bytes.slice(offset, offset + length),
});

/** Opens an archive and unpacks each of its files. */
function archive(
  name: Parameters<typeof sampleArchive>[0],
  kind: string,
  password: string | null,
): DocumentSample {
  return {
    bytes: sampleArchive(name),
    async read(bytes) {
      const unpack = unpacker();
      const list = await unpack({ open: bytes, kind, password });
      if (!('items' in list)) return null;
      let last: Uint8Array | null = null;
      for (const [index, { isEncrypted, isFolder }] of list.items.slice(0, 8).entries()) {
        const reply = isFolder ? null : await unpack({ index, isEncrypted, password });
        if (reply && 'bytes' in reply) last = reply.bytes;
      }
      return last;
    },
  };
}

function zip(name: Parameters<typeof sampleArchive>[0]): DocumentSample {
  return {
    bytes: sampleArchive(name),
    async read(bytes) {
      const { items, contentOf } = await openZipArchive(sourceOf(bytes));
      let last: Uint8Array | null = null;
      for (const item of items.slice(0, 8)) {
        if (item.isFolder || item.obstacle) continue;
        const { signal } = new AbortController();
        const content = await contentOf(item, { password: 'secret', signal, onProgress: () => undefined });
        last = await content.read(0, content.size);
      }
      return last;
    },
  };
}

const password = '2026';
const content = encode('PK content of a package '.repeat(40));
const locked = (bytes: Bytes, verified?: Uint8Array): DocumentSample => ({
  bytes,
  read: async (changed) => (await openLocked(changed)).unlock(password),
  ...(verified ? { verified } : {}),
});

const model = (bytes: Bytes, kind: string): DocumentSample => ({
  bytes,
  async read(changed) {
    const [mesh] = readModel(changed, kind).meshes;
    return mesh ? Uint8Array.from(mesh.positions) : null;
  },
});

function recordsSample(text: string, kind: 'calendar' | 'contacts'): DocumentSample {
  return {
    bytes: encode(text),
    read: async (bytes) => {
      const components = readComponents(new TextDecoder().decode(bytes), kind);
      return components && encode(JSON.stringify(cardsOf(components, { texts: records, locale: 'zh-CN' })));
    },
  };
}

const calendar = `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nSUMMARY:评审\r\nDTSTART;TZID=Asia/Shanghai:20261201T093000\r\nRRULE:FREQ=WEEKLY;INTERVAL=2;UNTIL=20270101T000000Z;BYDAY=MO,WE\r\nATTENDEE;CN="Li, Na":mailto:li@huachen.example\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`;
const contact = `BEGIN:VCARD\r\nVERSION:2.1\r\nFN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=E5=BC=A0=\r\n=E4=BC=9F\r\nTEL;CELL:138\r\nPHOTO;ENCODING=b:iVBORw0KGgo=\r\nEND:VCARD\r\n`;

/** A small document of each format whose reader needs no browser. */
export async function createSamples(): Promise<Readonly<Record<string, DocumentSample>>> {
  return {
    '7z': archive('plain7z', '7z', null),
    '7z with password': archive('aes7z', '7z', '秘密abc'),
    '7z with hidden names': archive('hidden7z', '7z', '秘密abc'),
    'tar.gz': archive('tarGz', 'gz', null),
    'tar.bz2': archive('tarBz2', 'bz2', null),
    'tar.xz': archive('tarXz', 'xz', null),
    gzip: archive('gz', 'gz', null),
    'zip with password': zip('cryptoZip'),
    'zip with AES': zip('aesZip'),
    'locked, agile': locked(agileOffice(content, password, { spinCount: 10 }), content),
    'locked, standard': locked(standardOffice(content, password)),
    'locked, OpenDocument': locked(await lockedOdf('<office:x/>'.repeat(50), password, { iterations: 10 })),
    dxf: {
      bytes: encode(sampleDxf()),
      read: async (bytes) => encode(JSON.stringify(readDxf(decodeDrawing(bytes)).texts)),
    },
    epub: {
      bytes: await sampleEpub(),
      async read(bytes) {
        const { title, chapters, toc, readText } = await openBook(sourceOf(bytes));
        const texts = await Promise.all(chapters.map(readText));
        return encode(JSON.stringify([title, toc, texts]));
      },
    },
    'binary STL': model(binaryStl(), 'stl'),
    STL: model(encode(textStl()), 'stl'),
    OBJ: model(encode(sampleObj()), 'obj'),
    glTF: model(sampleGltf(), 'gltf'),
    'binary glTF': model(sampleGltf({ isBinary: true }), 'glb'),
    calendar: recordsSample(calendar, 'calendar'),
    contacts: recordsSample(contact, 'contacts'),
  };
}
