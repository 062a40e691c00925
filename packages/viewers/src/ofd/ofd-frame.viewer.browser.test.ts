import { expect, it } from 'vitest';
import { frameSource, showHere } from '../../testing/frame-stage.ts';
import { zipOf } from '../../testing/sample-zip.ts';
import { show } from './ofd-frame.viewer.ts';

const ofd = 'xmlns:ofd="http://www.ofdspec.org/2016"';
const page = (layers: string) =>
  `<ofd:Page ${ofd}><ofd:Template TemplateID="9" ZOrder="Background"/><ofd:Content><ofd:Layer ID="5">${layers}</ofd:Layer></ofd:Content></ofd:Page>`;
const text = (words: string, y: number, look = '') =>
  `<ofd:TextObject ID="6" Boundary="20 ${y} 100 8" Font="3" Size="5" ${look}><ofd:TextCode X="0" Y="5" DeltaX="g ${words.length - 1} 5">${words}</ofd:TextCode></ofd:TextObject>`;

// The smallest image: one red pixel.
const dot = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='),
  (character) => character.charCodeAt(0),
);

const sample = (more: Readonly<Record<string, string>> = {}) =>
  zipOf({
    'OFD.xml': `<ofd:OFD ${ofd} Version="1.0" DocType="OFD"><ofd:DocBody><ofd:DocRoot>Doc_0/Document.xml</ofd:DocRoot></ofd:DocBody></ofd:OFD>`,
    'Doc_0/Document.xml': `<ofd:Document ${ofd}><ofd:CommonData><ofd:PageArea><ofd:PhysicalBox>0 0 210 297</ofd:PhysicalBox></ofd:PageArea><ofd:PublicRes>PublicRes.xml</ofd:PublicRes><ofd:TemplatePage ID="9" BaseLoc="Tpls/T.xml"/></ofd:CommonData><ofd:Pages><ofd:Page ID="1" BaseLoc="Pages/1.xml"/><ofd:Page ID="2" BaseLoc="Pages/2.xml"/></ofd:Pages><ofd:Outlines><ofd:OutlineElem Title="总则"><ofd:Actions><ofd:Action><ofd:Goto><ofd:Dest Type="XYZ" PageID="1"/></ofd:Goto></ofd:Action></ofd:Actions><ofd:OutlineElem Title="附则"><ofd:Actions><ofd:Action><ofd:Goto><ofd:Dest Type="XYZ" PageID="2"/></ofd:Goto></ofd:Action></ofd:Actions></ofd:OutlineElem></ofd:OutlineElem></ofd:Outlines></ofd:Document>`,
    'Doc_0/PublicRes.xml': `<ofd:Res ${ofd} BaseLoc="Res"><ofd:Fonts><ofd:Font ID="3" FontName="宋体"/></ofd:Fonts><ofd:MultiMedias><ofd:MultiMedia ID="4" Type="Image"><ofd:MediaFile>dot.png</ofd:MediaFile></ofd:MultiMedia></ofd:MultiMedias></ofd:Res>`,
    'Doc_0/Res/dot.png': dot,
    'Doc_0/Tpls/T.xml': `<ofd:Page ${ofd}><ofd:Content><ofd:Layer ID="8">${text('内部资料', 5)}</ofd:Layer></ofd:Content></ofd:Page>`,
    'Doc_0/Pages/1.xml': page(
      `${text('采购合同', 20)}<ofd:PathObject ID="7" Boundary="20 30 50 1" Fill="true"><ofd:StrokeColor Value="255 0 0"/><ofd:AbbreviatedData>M 0 0 L 50 0</ofd:AbbreviatedData></ofd:PathObject><ofd:ImageObject ID="10" ResourceID="4" Boundary="20 40 30 30" CTM="30 0 0 30 0 0"/>`,
    ),
    'Doc_0/Pages/2.xml': page(text('合同附件', 20, 'Alpha="128"')),
    ...more,
  });

it('draws the text, paths and images of a page over its template', async () => {
  const { root, pages } = await showHere(show, frameSource(await sample()));
  const [first] = root.querySelectorAll('.page');
  expect(Array.from(first?.querySelectorAll('text') ?? [], ({ textContent }) => textContent)).toEqual([
    '内部资料',
    '采购合同',
  ]);
  expect(first?.querySelector('path')?.getAttribute('stroke')).toBe('rgb(255, 0, 0)');
  expect(first?.querySelector('path')?.getAttribute('fill')).toBe('none');
  expect(first?.querySelector('image')?.getAttribute('href')).toMatch(/^data:image\/png/);
  expect(first?.querySelector('.words')?.textContent).toBe('内部资料\n采购合同');
  expect(pages.at(-1)?.[1]).toBe(2);
});

it('finds words on every page and highlights them in place', async () => {
  const { root, view } = await showHere(show, frameSource(await sample()));
  const found: number[] = [];
  const searching = new AbortController();
  await view.search?.find({
    words: '合同',
    onFound: ({ count }) => found.push(count),
    signal: searching.signal,
  });
  expect(found.at(-1)).toBe(2);
  await expect.poll(() => root.querySelectorAll('.mark.current').length).toBe(2);
  view.search?.step('next');
  await expect.poll(() => root.querySelectorAll('.page:nth-of-type(2) .mark.current').length).toBe(2);
  searching.abort();
  expect(root.querySelectorAll('.mark').length).toBe(0);
});

it('returns the outline, and opens at the last position', async () => {
  const { view, pages } = await showHere(show, frameSource(await sample()), { start: 2 });
  await expect.poll(() => Math.floor(pages.at(-1)?.[0] ?? 0)).toBe(2);
  const outline = await view.outline?.();
  expect(outline?.map(({ title, items }) => [title, items.map((item) => [item.title, item.page])])).toEqual([
    ['总则', [['附则', 2]]],
  ]);
  outline?.[0]?.goTo();
  await expect.poll(() => Math.floor(pages.at(-1)?.[0] ?? 0)).toBe(1);
});

it('shows the other pages when one is broken, and fails when no page is left', async () => {
  const bytes = await zipOf({ 'a.txt': 'no document' });
  await expect(showHere(show, frameSource(bytes))).rejects.toThrow('no pages');
});

const sealed = (signatures: Readonly<Record<string, string>>) =>
  sample({
    'OFD.xml': `<ofd:OFD ${ofd} Version="1.0" DocType="OFD"><ofd:DocBody><ofd:DocRoot>Doc_0/Document.xml</ofd:DocRoot><ofd:Signatures>Signs/Signatures.xml</ofd:Signatures></ofd:DocBody></ofd:OFD>`,
    'Signs/Signatures.xml': `<ofd:Signatures ${ofd}><ofd:Signature ID="1" BaseLoc="Sign_0/Signature.xml"/></ofd:Signatures>`,
    ...signatures,
  });
const lostOn = (root: HTMLElement) =>
  Array.from(root.querySelectorAll('.page'), (place) => place.querySelector('.lost')?.textContent ?? null);

it('shows the pages when a seal is unreadable, with a notice on the pages of that seal', async () => {
  const signature = `<ofd:Signature ${ofd}><ofd:SignedInfo><ofd:StampAnnot ID="1" PageRef="2" Boundary="10 10 40 40"/></ofd:SignedInfo><ofd:SignedValue>SignedValue.dat</ofd:SignedValue></ofd:Signature>`;
  const bytes = await sealed({
    'Signs/Sign_0/Signature.xml': signature,
    'Signs/Sign_0/SignedValue.dat': 'none',
  });
  const { root, view } = await showHere(show, frameSource(bytes));
  view.goTo?.(2);
  await expect.poll(() => lostOn(root)).toEqual([null, expect.stringContaining('印章')]);
  expect(root.querySelector('.page:nth-of-type(2) .words')?.textContent).toContain('合同附件');
});

it('shows the pages when the list of seals is broken, with a notice on every page', async () => {
  const bytes = await sealed({ 'Signs/Sign_0/Signature.xml': 'x'.repeat(5000) });
  const name = new TextEncoder().encode('Signs/Sign_0/Signature.xml');
  const at = bytes.findIndex((_, from) => name.every((byte, index) => bytes[from + index] === byte));
  // The change is inside the compressed bytes, so the decompressed file is invalid.
  bytes.fill(0xff, at + name.length, at + name.length + 8);
  const { root } = await showHere(show, frameSource(bytes));
  await expect.poll(() => lostOn(root)[0]).toContain('印章');
  expect(root.querySelector('.page .words')?.textContent).toContain('采购合同');
});

it('marks a page with cyclic composite units as broken', async () => {
  const again = '<ofd:CompositeObject ID="12" ResourceID="50" Boundary="0 0 9 9"/>'.repeat(10);
  const bytes = await sample({
    'Doc_0/PublicRes.xml': `<ofd:Res ${ofd}><ofd:CompositeGraphicUnits><ofd:CompositeGraphicUnit ID="50" Width="9" Height="9"><ofd:Content>${again}</ofd:Content></ofd:CompositeGraphicUnit></ofd:CompositeGraphicUnits></ofd:Res>`,
    'Doc_0/Pages/1.xml': page(again),
  });
  const { root } = await showHere(show, frameSource(bytes));
  expect(root.querySelector('.page .broken')?.textContent).toContain('损坏');
  await expect
    .poll(() => root.querySelector('.page:nth-of-type(2) .words')?.textContent)
    .toContain('合同附件');
});
