import type { RandomAccessBytes } from '../archive/zip-files.util.ts';
import { ViewerError } from '../viewer/viewer.types.ts';
import { type OfdPackage, openOfdPackage } from './ofd-package.util.ts';
import { addResources, createResources, type OfdResources } from './ofd-resources.util.ts';
import { findSealPicture, type SealPicture } from './ofd-seal.rules.ts';
import { type Box, boxOf, childOf, childrenOf, textOf } from './ofd-xml.rules.ts';

/** The picture of a seal and its position on a page. */
export type SealStamp = { readonly picture: SealPicture; readonly box: Box; readonly clip: Box | null };

/** Everything drawn on one page, in drawing order. */
export type OfdContent = {
  readonly box: Box;
  readonly layers: readonly Element[];
  readonly annotations: readonly Element[];
  readonly stamps: readonly SealStamp[];
  /** The number of seals and annotations that cannot be read. */
  readonly unreadable: number;
  readonly resources: OfdResources;
};

export type OfdPage = {
  readonly id: string;
  readonly assumedBox: Box;
  readonly load: () => Promise<OfdContent>;
};
export type OutlineEntry = { readonly title: string; readonly level: number; readonly page: number };
export type OfdDocument = {
  readonly files: OfdPackage;
  readonly pages: readonly OfdPage[];
  readonly outline: readonly OutlineEntry[];
};

/** Limit of the number of pages; each has an element from the beginning. */
const maxPages = 20_000;
const a4Millimetres: Box = { x: 0, y: 0, width: 210, height: 297 };

const pageBoxOf = (area: Element | null): Box | null => {
  const box = boxOf(textOf(area, 'PhysicalBox') || textOf(area, 'ApplicationBox'));
  return box && box.width > 0 && box.height > 0 ? box : null;
};

export async function openOfd(source: RandomAccessBytes): Promise<OfdDocument> {
  const files = await openOfdPackage(source);
  const root = await files.readXml(files.resolve('OFD.xml', ''));
  const bodies = childrenOf(root, 'DocBody');
  const documents = await Promise.all(bodies.map((body) => openBody(files, body)));
  const pages = documents.flatMap((document) => document.pages);
  if (pages.length > maxPages) throw new ViewerError('tooLarge');
  if (pages.length === 0) throw new Error('OFD document has no pages');
  return { files, pages, outline: outlineOf(documents, pages) };
}

type Body = { readonly pages: readonly OfdPage[]; readonly outlines: Element | null };

async function openBody(files: OfdPackage, body: Element): Promise<Body> {
  const path = files.resolve(textOf(body, 'DocRoot') || 'Document.xml', '');
  const document = await files.readXml(path);
  if (!document || path === null) return { pages: [], outlines: null };
  const common = childOf(document, 'CommonData');
  const resources = createResources();
  const resourceFiles = childrenOf(common, 'PublicRes', 'DocumentRes');
  await addResources(
    files,
    resourceFiles.map(({ textContent }) => files.resolve(textContent ?? '', path)),
    resources,
  );
  resources.defaultSpace = textOf(common, 'DefaultCS');
  const assumedBox = pageBoxOf(childOf(common, 'PageArea')) ?? a4Millimetres;
  const templates = new Map(
    childrenOf(common, 'TemplatePage').map((template) => [template.getAttribute('ID') ?? '', template]),
  );
  let extras: Promise<Extras> | undefined;
  const pages = childrenOf(childOf(document, 'Pages'), 'Page').map((page): OfdPage => {
    const id = page.getAttribute('ID') ?? '';
    return {
      id,
      assumedBox,
      load: async () => {
        extras ??= loadExtras(files, { body, document, path });
        const { annotations, stamps, unreadable } = await extras;
        const filePath = files.resolve(page.getAttribute('BaseLoc') ?? '', path);
        const content = await files.readXml(filePath);
        await addPageResources(files, content, filePath, resources);
        const notes = await Promise.all(
          (annotations.get(id) ?? []).map((file) => files.readXml(file).catch(() => null)),
        );
        return {
          box: pageBoxOf(childOf(content, 'Area')) ?? assumedBox,
          layers: await layersOf(files, { content, templates, path, resources }),
          annotations: notes.flatMap((note) => childrenOf(note, 'Annot')),
          stamps: stamps.get(id) ?? [],
          unreadable:
            (unreadable.get(id) ?? 0) +
            (unreadable.get('') ?? 0) +
            notes.filter((note) => note === null).length,
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
    childrenOf(page, 'PageRes').map(({ textContent }) => files.resolve(textContent ?? '', path ?? '')),
    to,
  );

const layerOrder = ['Background', 'Body', 'Foreground'];
const rank = (kind: string | null) => Math.max(0, layerOrder.indexOf(kind ?? 'Body'));

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
    const filePath = template ? files.resolve(template.getAttribute('BaseLoc') ?? '', path) : null;
    const root = await files.readXml(filePath);
    await addPageResources(files, root, filePath, resources);
    const layerKind = use.getAttribute('ZOrder') ?? template?.getAttribute('ZOrder') ?? 'Background';
    for (const layer of childrenOf(childOf(root, 'Content'), 'Layer'))
      found.push({ rank: rank(layerKind), layer });
  }
  for (const layer of childrenOf(childOf(content, 'Content'), 'Layer')) {
    found.push({ rank: rank(layer.getAttribute('Type')), layer });
  }
  return found.sort((a, b) => a.rank - b.rank).map(({ layer }) => layer);
}

type Extras = {
  readonly annotations: ReadonlyMap<string, readonly string[]>;
  readonly stamps: ReadonlyMap<string, readonly SealStamp[]>;
  /** Unreadable seals and annotations by page; the empty key counts those whose page is unknown. */
  readonly unreadable: ReadonlyMap<string, number>;
};

type CountUnreadable = (page: string) => void;
type ExtraSources = { readonly body: Element; readonly document: Element; readonly path: string };

async function loadExtras(files: OfdPackage, sources: ExtraSources): Promise<Extras> {
  const unreadable = new Map<string, number>();
  const countUnreadable: CountUnreadable = (page) => unreadable.set(page, (unreadable.get(page) ?? 0) + 1);
  // A page with unreadable parts shows a notice and everything else.
  const countAndSkip = () => {
    countUnreadable('');
    return new Map<string, never>();
  };
  const [annotations, stamps] = await Promise.all([
    annotationsOf(files, sources).catch(countAndSkip),
    sealsOf(files, sources, countUnreadable).catch(countAndSkip),
  ]);
  return { annotations, stamps, unreadable };
}

async function annotationsOf(files: OfdPackage, { document, path }: ExtraSources) {
  const annotations = new Map<string, string[]>();
  const list = files.resolve(textOf(document, 'Annotations'), path);
  for (const page of childrenOf(await files.readXml(list), 'Page')) {
    const id = page.getAttribute('PageID') ?? '';
    const filePath = files.resolve(textOf(page, 'FileLoc'), list ?? path);
    if (filePath !== null) annotations.set(id, [...(annotations.get(id) ?? []), filePath]);
  }
  return annotations;
}

async function sealsOf(files: OfdPackage, { body }: ExtraSources, countUnreadable: CountUnreadable) {
  const stamps = new Map<string, SealStamp[]>();
  const signatures = files.resolve(textOf(body, 'Signatures'), '');
  for (const entry of childrenOf(await files.readXml(signatures), 'Signature')) {
    const filePath = files.resolve(entry.getAttribute('BaseLoc') ?? '', signatures ?? '');
    const signature = await files.readXml(filePath).catch(() => null);
    if (!signature || filePath === null) {
      countUnreadable('');
      continue;
    }
    const info = childOf(signature, 'SignedInfo');
    const picture =
      (await readSealPicture(files, textOf(signature, 'SignedValue'), filePath)) ??
      (await readSealPicture(files, textOf(childOf(info, 'Seal'), 'BaseLoc'), filePath));
    for (const stamp of childrenOf(info, 'StampAnnot')) {
      const box = boxOf(stamp.getAttribute('Boundary'));
      const id = stamp.getAttribute('PageRef') ?? '';
      if (!picture || !box) countUnreadable(id);
      else
        stamps.set(id, [
          ...(stamps.get(id) ?? []),
          { picture, box, clip: boxOf(stamp.getAttribute('Clip')) },
        ]);
    }
  }
  return stamps;
}

async function readSealPicture(
  files: OfdPackage,
  location: string,
  from: string,
): Promise<SealPicture | null> {
  const filePath = files.resolve(location, from);
  const bytes = filePath === null ? null : await files.readBytes(filePath).catch(() => null);
  return bytes && findSealPicture(bytes);
}

function outlineOf(documents: readonly Body[], pages: readonly OfdPage[]): OutlineEntry[] {
  const entries: OutlineEntry[] = [];
  const pageIndexById = new Map(
    [...pages.entries()].map(([index, { id }]) => [id, index] as const).toReversed(),
  );
  const add = (parent: Element | null, level: number) => {
    for (const element of childrenOf(parent, 'OutlineElem')) {
      const target = Array.from(element.getElementsByTagName('*')).find(
        ({ localName }) => localName === 'Dest',
      );
      const index = pageIndexById.get(target?.getAttribute('PageID') ?? '') ?? 0;
      entries.push({ title: element.getAttribute('Title') ?? '', level, page: index + 1 });
      add(element, level + 1);
    }
  };
  for (const { outlines } of documents) add(outlines, 0);
  return entries;
}
