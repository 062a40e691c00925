import { describe, expect, test } from 'vitest';
import { readEntry } from '../archive/zip-files.util.ts';
import { addFirstPageHeaders } from './first-page-headers.rules.ts';
import { addEmptyFirstPageHeaders } from './first-page-headers.util.ts';
import { readPackageEntries, writePackage } from './packages.util.ts';

const wordSpace = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const reference = (kind: string, type: string) => `<w:${kind}Reference w:type="${type}" r:id="rId1"/>`;
const header = reference('header', 'default');
const section = (content: string) => `<w:sectPr w:rsidR="1">${content}</w:sectPr>`;
const bodyOf = (...sections: readonly string[]) =>
  `<w:document xmlns:w="${wordSpace}">${sections.join('')}</w:document>`;
const relationships = '<Relationships><Relationship Id="rId1"/></Relationships>';
const types = '<Types></Types>';
const fill = (...sections: readonly string[]) =>
  addFirstPageHeaders({ body: bodyOf(...sections), relationships, types });

describe('addFirstPageHeaders', () => {
  test('adds an empty header of a point for a first page that has none', () => {
    const filled = fill(section(`${header}<w:titlePg/>`));
    expect(filled?.body).toMatch(
      /<w:sectPr w:rsidR="1"><w:headerReference [^>]*w:type="first" r:id="rIdFirst-header"\/><w:headerReference w:type="default"/,
    );
    expect(filled?.relationships).toMatch(
      /relationships\/header" Target="first-header\.xml"\/><\/Relationships>$/,
    );
    expect(filled?.types).toContain('<Override PartName="/word/first-header.xml"');
    expect([...(filled?.added.keys() ?? [])]).toEqual(['word/first-header.xml']);
    expect(filled?.added.get('word/first-header.xml')).toContain('w:line="20" w:lineRule="exact"');
  });

  test('refers to the header before the footer', () => {
    const filled = fill(section(`${header}${reference('footer', 'even')}<w:titlePg/>`));
    expect(filled?.body.match(/rIdFirst-\w+/g)).toEqual(['rIdFirst-header', 'rIdFirst-footer']);
  });

  test('fills a section whose headers are those of the section before it', () => {
    const filled = fill(section(header), section('<w:titlePg/>'));
    expect(filled?.body).toMatch(/<\/w:sectPr><w:sectPr w:rsidR="1"><w:headerReference [^>]*w:type="first"/);
  });

  test.each([
    ['without headers', [section('<w:titlePg/>')]],
    ['without a first page of its own', [section(header)]],
    ['whose first page is like the others', [section(`${header}<w:titlePg w:val="0"/>`)]],
    ['with a first header', [section(`${header}${reference('header', 'first')}<w:titlePg/>`)]],
    [
      'with a first header in single quotes',
      [section(`${header}<w:headerReference w:type='first'/><w:titlePg/>`)],
    ],
    [
      'with the first header of the section before it',
      [section(reference('header', 'first')), section(`${header}<w:titlePg/>`)],
    ],
    ['without properties', ['<w:sectPr/>', '<w:p/>']],
    [
      'that had a first page of its own before a tracked change',
      [section(`${header}<w:sectPrChange w:id="1">${section('<w:titlePg/>')}</w:sectPrChange>`)],
    ],
  ])('leaves a section %s', (_, sections) => {
    expect(fill(...sections)).toBeNull();
  });

  test('gives up soon for documents that are made to be slow', () => {
    const [repeats, length] = [200_000, 2_000_000];
    expect(fill('<w:sectPr a>'.repeat(repeats))).toBeNull();
    expect(fill('<w:sectPr '.repeat(repeats))).toBeNull();
    expect(fill(`${'<w:sectPr a>'.repeat(repeats)}</w:sectPr>`)).toBeNull();
    expect(fill(section(`${'<w:headerReference'.repeat(length / 20)}<w:titlePg/>`))).toBeNull();
    expect(fill(section(header), 'x'.repeat(length), section('<w:titlePg/>'))).not.toBeNull();
  });

  test('leaves documents of other forms', () => {
    const body = bodyOf(section(`${header}<w:titlePg/>`));
    expect(addFirstPageHeaders({ body, relationships: '', types })).toBeNull();
    expect(addFirstPageHeaders({ body, relationships, types: '' })).toBeNull();
    expect(
      addFirstPageHeaders({ body: body.replace(wordSpace, 'urn:other'), relationships, types }),
    ).toBeNull();
  });
});

const bytesOf = (text: string) => Uint8Array.from(new TextEncoder().encode(text));
const packageOf = (files: Record<string, Uint8Array<ArrayBuffer>>) =>
  writePackage([], new Map(Object.entries(files)));
const documentOf = (body: string, more: Record<string, Uint8Array<ArrayBuffer>> = {}) =>
  packageOf({
    '[Content_Types].xml': bytesOf(types),
    'word/document.xml': bytesOf(body),
    'word/_rels/document.xml.rels': bytesOf(relationships),
    ...more,
  });
const filesOf = async (document: Uint8Array) =>
  new Map(
    await Promise.all(
      ((await readPackageEntries(document)) ?? []).map(
        async (entry) => [entry.filename, await readEntry(entry, { maxBytes: 100_000 })] as const,
      ),
    ),
  );

describe('addEmptyFirstPageHeaders', () => {
  test('changes the parts of a package and keeps the others', async () => {
    const media = Uint8Array.from({ length: 10_000 }, (_, index) => index % 7);
    const document = await documentOf(bodyOf(section(`${header}<w:titlePg/>`)), {
      'word/media/image1.png': media,
    });
    const files = await filesOf(await addEmptyFirstPageHeaders(document));
    expect([...files.keys()]).toContain('word/first-header.xml');
    expect(new TextDecoder().decode(files.get('word/document.xml'))).toContain('rIdFirst-header');
    expect(files.get('word/media/image1.png')).toEqual(media);
  });

  test.each([
    ['a document whose first page has nothing of its own', documentOf(bodyOf(section(header)))],
    ['another package', packageOf({ 'content.xml': bytesOf('<x/>') })],
    ['a text', bytesOf('<w:titlePg/>')],
  ])('returns %s itself', async (_, opened) => {
    const document = await opened;
    expect(await addEmptyFirstPageHeaders(document)).toBe(document);
  });

  test('returns a package with a damaged part itself', async () => {
    const picture = bytesOf('picture');
    const body = bodyOf(section(`${header}<w:titlePg/>`));
    const document = await documentOf(body, { 'word/media/image1.png': picture });
    expect(await addEmptyFirstPageHeaders(document)).not.toBe(document);
    const partAt = Buffer.from(document).indexOf('word/media/image1.png');
    const headBytes = 30;
    document[partAt - headBytes] = 0;
    expect(await addEmptyFirstPageHeaders(document)).toBe(document);
  });

  test('returns a cut package itself', async () => {
    const document = (await documentOf(bodyOf(section(`${header}<w:titlePg/>`)))).subarray(0, 100);
    expect(await addEmptyFirstPageHeaders(document)).toBe(document);
  });
});
