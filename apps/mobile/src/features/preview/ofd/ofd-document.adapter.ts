import type { Bytes } from '../archive/zip-files.adapter.ts';
import { ViewerError } from '../viewer.types.ts';
import { type OfdPackage, openPackage } from './ofd-package.adapter.ts';
import { addResources, noResources, type OfdResources } from './ofd-resources.adapter.ts';
import { type SealPicture, sealPicture } from './ofd-seal.rules.ts';
import { type Box, boxOf, childOf, childrenOf, textOf } from './ofd-xml.rules.ts';

/** The picture of a seal and its position on a page. */
export type Stamp = { readonly picture: SealPicture; readonly box: Box; readonly clip: Box | null };

/** Everything drawn on one page, in drawing order. */
export type OfdContent = {
  readonly box: Box;
  readonly layers: readonly Element[];
  readonly annotations: readonly Element[];
  readonly stamps: readonly Stamp[];
  /** The number of seals and annotations that cannot be read. */
  readonly lost: number;
  readonly resources: OfdResources;
};

export type OfdPage = {
  readonly id: string;
  readonly assumed: Box;
  readonly load: () => Promise<OfdContent>;
};
export type OutlineEntry = { readonly title: string; readonly level: number; readonly page: number };
export type OfdDocument = {
  readonly files: OfdPackage;
  readonly pages: readonly OfdPage[];
  readonly outline: readonly OutlineEntry[];
};

/** Limit of the number of pages; each has an element from the beginning. */
const mostPages = 20_000;
const a4: Box = { x: 0, y: 0, width: 210, height: 297 };

const boxIn = (area: Element | null): Box | null => {
  const box = boxOf(textOf(area, 'PhysicalBox') || textOf(area, 'ApplicationBox'));
  return box && box.width > 0 && box.height > 0 ? box : null;
};

export async function openOfd(source: Bytes): Promise<OfdDocument> {
  const files = await openPackage(source);
  const root = await files.xml(files.find('OFD.xml', ''));
  const bodies = childrenOf(root, 'DocBody');
  const documents = await Promise.all(bodies.map((body) => openBody(files, body)));
  const pages = documents.flatMap((document) => document.pages);
  if (pages.length > mostPages) throw new ViewerError('tooLarge');
  if (pages.length === 0) throw new Error('OFD document has no pages');
  return { files, pages, outline: outlineOf(documents, pages) };
}

type Body = { readonly pages: readonly OfdPage[]; readonly outlines: Element | null };

async function openBody(files: OfdPackage, body: Element): Promise<Body> {
  const path = files.find(textOf(body, 'DocRoot') || 'Document.xml', '');
  const document = await files.xml(path);
  if (!document || path === null) return { pages: [], outlines: null };
  const common = childOf(document, 'CommonData');
  const resources = noResources();
  const named = childrenOf(common, 'PublicRes', 'DocumentRes');
  await addResources(
    files,
    named.map(({ textContent }) => files.find(textContent ?? '', path)),
    resources,
  );
  resources.defaultSpace = textOf(common, 'DefaultCS');
  const assumed = boxIn(childOf(common, 'PageArea')) ?? a4;
  const templates = new Map(
    childrenOf(common, 'TemplatePage').map((template) => [template.getAttribute('ID') ?? '', template]),
  );
  let extras: Promise<Extras> | undefined;
  const pages = childrenOf(childOf(document, 'Pages'), 'Page').map((page): OfdPage => {
    const id = page.getAttribute('ID') ?? '';
    return {
      id,
      assumed,
      load: async () => {
        extras ??= loadExtras(files, { body, document, path });
        const { annotations, stamps, lost } = await extras;
        const place = files.find(page.getAttribute('BaseLoc') ?? '', path);
        const content = await files.xml(place);
        await addPageResources(files, content, place, resources);
        const notes = await Promise.all(
          (annotations.get(id) ?? []).map((file) => files.xml(file).catch(() => null)),
        );
        return {
          box: boxIn(childOf(content, 'Area')) ?? assumed,
          layers: await layersOf(files, { content, templates, path, resources }),
          annotations: notes.flatMap((note) => childrenOf(note, 'Annot')),
          stamps: stamps.get(id) ?? [],
          lost: (lost.get(id) ?? 0) + (lost.get('') ?? 0) + notes.filter((note) => note === null).length,
          resources,
        };
      },
    };
  });
  return { pages, outlines: childOf(document, 'Outlines') };
}

const addPageResources = (files: OfdPackage, page: Element | null, path: string | null, to: OfdResources) =>
  addResources(
    files,
    childrenOf(page, 'PageRes').map(({ textContent }) => files.find(textContent ?? '', path ?? '')),
    to,
  );

const order = ['Background', 'Body', 'Foreground'];
const rank = (kind: string | null) => Math.max(0, order.indexOf(kind ?? 'Body'));

type LayerSources = {
  readonly content: Element | null;
  readonly templates: ReadonlyMap<string, Element>;
  readonly path: string;
  readonly resources: OfdResources;
};

/** The layers of a page and of its templates, from bottom to top. */
async function layersOf(files: OfdPackage, { content, templates, path, resources }: LayerSources) {
  const found: { readonly rank: number; readonly layer: Element }[] = [];
  for (const use of childrenOf(content, 'Template')) {
    const template = templates.get(use.getAttribute('TemplateID') ?? '');
    const place = template ? files.find(template.getAttribute('BaseLoc') ?? '', path) : null;
    const root = await files.xml(place);
    await addPageResources(files, root, place, resources);
    const below = use.getAttribute('ZOrder') ?? template?.getAttribute('ZOrder') ?? 'Background';
    for (const layer of childrenOf(childOf(root, 'Content'), 'Layer'))
      found.push({ rank: rank(below), layer });
  }
  for (const layer of childrenOf(childOf(content, 'Content'), 'Layer')) {
    found.push({ rank: rank(layer.getAttribute('Type')), layer });
  }
  return found.sort((a, b) => a.rank - b.rank).map(({ layer }) => layer);
}

type Extras = {
  readonly annotations: ReadonlyMap<string, readonly string[]>;
  readonly stamps: ReadonlyMap<string, readonly Stamp[]>;
  /** Unreadable seals and annotations by page; the empty key counts those whose page is unknown. */
  readonly lost: ReadonlyMap<string, number>;
};

type Lose = (page: string) => void;
type ExtraSources = { readonly body: Element; readonly document: Element; readonly path: string };

async function loadExtras(files: OfdPackage, sources: ExtraSources): Promise<Extras> {
  const lost = new Map<string, number>();
  const lose: Lose = (page) => lost.set(page, (lost.get(page) ?? 0) + 1);
  // A page with unreadable parts shows a notice and everything else.
  const none = () => {
    lose('');
    return new Map<string, never>();
  };
  const [annotations, stamps] = await Promise.all([
    annotationsOf(files, sources).catch(none),
    sealsOf(files, sources, lose).catch(none),
  ]);
  return { annotations, stamps, lost };
}

async function annotationsOf(files: OfdPackage, { document, path }: ExtraSources) {
  const annotations = new Map<string, string[]>();
  const list = files.find(textOf(document, 'Annotations'), path);
  for (const page of childrenOf(await files.xml(list), 'Page')) {
    const id = page.getAttribute('PageID') ?? '';
    const place = files.find(textOf(page, 'FileLoc'), list ?? path);
    if (place !== null) annotations.set(id, [...(annotations.get(id) ?? []), place]);
  }
  return annotations;
}

async function sealsOf(files: OfdPackage, { body }: ExtraSources, lose: Lose) {
  const stamps = new Map<string, Stamp[]>();
  const signatures = files.find(textOf(body, 'Signatures'), '');
  for (const entry of childrenOf(await files.xml(signatures), 'Signature')) {
    const place = files.find(entry.getAttribute('BaseLoc') ?? '', signatures ?? '');
    const signature = await files.xml(place).catch(() => null);
    if (!signature || place === null) {
      lose('');
      continue;
    }
    const info = childOf(signature, 'SignedInfo');
    const picture =
      (await pictureIn(files, textOf(signature, 'SignedValue'), place)) ??
      (await pictureIn(files, textOf(childOf(info, 'Seal'), 'BaseLoc'), place));
    for (const stamp of childrenOf(info, 'StampAnnot')) {
      const box = boxOf(stamp.getAttribute('Boundary'));
      const id = stamp.getAttribute('PageRef') ?? '';
      if (!picture || !box) lose(id);
      else
        stamps.set(id, [
          ...(stamps.get(id) ?? []),
          { picture, box, clip: boxOf(stamp.getAttribute('Clip')) },
        ]);
    }
  }
  return stamps;
}

async function pictureIn(files: OfdPackage, location: string, from: string): Promise<SealPicture | null> {
  const place = files.find(location, from);
  const bytes = place === null ? null : await files.bytes(place).catch(() => null);
  return bytes && sealPicture(bytes);
}

function outlineOf(documents: readonly Body[], pages: readonly OfdPage[]): OutlineEntry[] {
  const entries: OutlineEntry[] = [];
  const places = new Map([...pages.entries()].map(([index, { id }]) => [id, index] as const).toReversed());
  const add = (parent: Element | null, level: number) => {
    for (const element of childrenOf(parent, 'OutlineElem')) {
      const target = Array.from(element.getElementsByTagName('*')).find(
        ({ localName }) => localName === 'Dest',
      );
      const index = places.get(target?.getAttribute('PageID') ?? '') ?? 0;
      entries.push({ title: element.getAttribute('Title') ?? '', level, page: index + 1 });
      add(element, level + 1);
    }
  };
  for (const { outlines } of documents) add(outlines, 0);
  return entries;
}
