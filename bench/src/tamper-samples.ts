import { Buffer } from 'node:buffer';
import { generateLicenceKeyPair, seal } from '@sealflow/tdf';
import { sampleArchive } from '@sealflow/viewers/testing/sample-archives.ts';
import { sampleDxf } from '@sealflow/viewers/testing/sample-dxf.ts';
import { agileOffice } from '@sealflow/viewers/testing/sample-encrypted.ts';
import { sampleEpub } from '@sealflow/viewers/testing/sample-epub.ts';
import { binaryStl, sampleGltf } from '@sealflow/viewers/testing/sample-model.ts';
import { samplePdf } from '@sealflow/viewers/testing/sample-pdf.ts';
import { samplePptx } from '@sealflow/viewers/testing/sample-pptx.ts';
import { sampleXlsx } from '@sealflow/viewers/testing/sample-xlsx.ts';
import { zipOf } from '@sealflow/viewers/testing/sample-zip.ts';
import type { SealedSample } from './tamper-entry.ts';

const encode = (text: string) => new TextEncoder().encode(text);
const lines = Array.from({ length: 24_000 }, (_, index) => `第${index}条 采购合同 clause ${index}`).join(
  '\n',
);
const word = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const ofd = 'xmlns:ofd="http://www.ofdspec.org/2016"';
// A minimal picture with one red pixel.
const dot =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

const docx = () =>
  zipOf({
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    '_rels/.rels':
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
    'word/document.xml': `<w:document xmlns:w="${word}"><w:body><w:p><w:r><w:t>采购合同</w:t></w:r></w:p></w:body></w:document>`,
  });

const ofdFile = () =>
  zipOf({
    'OFD.xml': `<ofd:OFD ${ofd} Version="1.0" DocType="OFD"><ofd:DocBody><ofd:DocRoot>Doc_0/Document.xml</ofd:DocRoot></ofd:DocBody></ofd:OFD>`,
    'Doc_0/Document.xml': `<ofd:Document ${ofd}><ofd:CommonData><ofd:PageArea><ofd:PhysicalBox>0 0 210 297</ofd:PhysicalBox></ofd:PageArea></ofd:CommonData><ofd:Pages><ofd:Page ID="1" BaseLoc="1.xml"/></ofd:Pages></ofd:Document>`,
    'Doc_0/1.xml': `<ofd:Page ${ofd}><ofd:Content><ofd:Layer ID="5"><ofd:TextObject ID="6" Boundary="20 20 100 8" Size="5"><ofd:TextCode X="0" Y="5">电子发票</ofd:TextCode></ofd:TextObject></ofd:Layer></ofd:Content></ofd:Page>`,
  });

const openDocument = (type: string) =>
  zipOf(
    {
      mimetype: `application/vnd.oasis.opendocument.${type}`,
      'content.xml':
        '<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"/>',
    },
    { level: 0 },
  );

type Sample = () => Uint8Array<ArrayBuffer> | Promise<Uint8Array<ArrayBuffer>>;

/** A document of each family. The first ones exceed a segment, so that they are read while they are shown. */
export const samples: Readonly<Record<string, Sample>> = {
  pdf: () => samplePdf({ pages: 12, filler: 600_000 }),
  txt: () => encode(lines),
  png: () => Uint8Array.from(Buffer.from(dot, 'base64')),
  zip: () =>
    zipOf({ '合同/条款.txt': '第一条', '扫描件.bin': new Uint8Array(600_000).fill(7) }, { level: 0 }),
  '7z': () => sampleArchive('plain7z'),
  'tar.gz': () => sampleArchive('tarGz'),
  'tar.xz': () => sampleArchive('tarXz'),
  gz: () => sampleArchive('gz'),
  eml: () => encode('From: zhangwei@huachen.example\r\nSubject: contract\r\n\r\n请审阅附件'),
  ofd: ofdFile,
  docx,
  xlsx: sampleXlsx,
  pptx: () => samplePptx(['季度汇报', '第二页']),
  odt: () => openDocument('text'),
  odp: () => openDocument('presentation'),
  odg: () => openDocument('graphics'),
  dxf: () => encode(sampleDxf()),
  epub: () => sampleEpub(),
  stl: binaryStl,
  glb: () => sampleGltf({ isBinary: true }),
  html: () => encode('<!doctype html><h1>报价单</h1><p>合计 <b>125000.50</b></p>'),
  ics: () => encode('BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:评审\nEND:VEVENT\nEND:VCALENDAR\n'),
  vcf: () => encode('BEGIN:VCARD\nVERSION:4.0\nFN:张伟\nTEL:138\nEND:VCARD\n'),
  // The password that opens without a prompt.
  locked: async () => agileOffice(await sampleXlsx(), 'VelvetSweatshop'),
};

export type SealedFile = SealedSample & {
  readonly file: Uint8Array<ArrayBuffer>;
  readonly plain: Uint8Array<ArrayBuffer>;
};

const documentId = '00000000-0000-4000-8000-000000000000';
const kid = 'bench.ec.1';

export async function sealSample(extension: string): Promise<SealedFile> {
  const plain = await (samples[extension] as Sample)();
  const { pkcs8, publicKeyPem } = await generateLicenceKeyPair('ec:secp256r1');
  const { stream } = seal({
    kas: { url: 'https://files.example/otdf/bench/kas', kid, publicKeyPem },
    policy: { uuid: documentId, namespace: 'bench.example', owner: 'o', org: null, classification: null },
    mimeType: 'application/octet-stream',
    name: `sample.${extension}`,
    size: plain.length,
    content: (async function* content() {
      yield plain;
    })(),
  });
  const parts: Uint8Array[] = [];
  for await (const part of stream) parts.push(part);
  const file = Uint8Array.from(Buffer.concat(parts));
  return { extension, pkcs8: Array.from(pkcs8), kid, documentId, file, plain };
}
