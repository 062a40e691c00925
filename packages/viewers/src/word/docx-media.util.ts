import DOMPurify from 'dompurify';
import { createMetafileReader, isMetafilePath, type MetafileReader } from '../drawingml/metafile.util.ts';
import { pictureTypeOfPath, pictureUrl } from '../format/picture-types.rules.ts';
import { isSymbolFont, symbolText } from '../format/symbol-fonts.rules.ts';
import type { DrawingCollector, TakenDrawing } from './docx-drawings.rules.ts';
import type { DocxPackage } from './docx-package.util.ts';

/** The pictures and charts of the drawings of a document, by the path of a part and a relationship of it. */
export type DrawingMedia = {
  picture(path: string, relationship: string): Element | null;
  chart(path: string, relationship: string): Document | null;
  readonly themeColor: (name: string) => string | null;
};

/** Writes the letters of fonts such as Symbol as the signs that they stand for, in a font that has them. */
function writeSymbolTexts(picture: Element): void {
  for (const text of Array.from(picture.querySelectorAll('text, tspan'))) {
    const font = text.getAttribute('font-family') ?? '';
    if (!isSymbolFont(font) || text.childElementCount > 0) continue;
    text.textContent = symbolText(font, text.textContent);
    text.setAttribute('font-family', 'serif');
  }
}

/** An SVG of a converted picture, without anything that runs or loads. */
function createVectorPicture(svg: string): Element | null {
  const fragment = DOMPurify.sanitize(svg, {
    USE_PROFILES: { svg: true, svgFilters: true },
    RETURN_DOM_FRAGMENT: true,
    ADD_TAGS: ['use'],
  });
  const [picture] = Array.from(fragment.children);
  if (!picture) return null;
  writeSymbolTexts(picture);
  picture.setAttribute('preserveAspectRatio', 'none');
  return picture;
}

async function readPicture(
  files: DocxPackage,
  path: string,
  metafiles: MetafileReader,
): Promise<Element | null> {
  const bytes = await files.bytes(path);
  if (!bytes) return null;
  if (isMetafilePath(path)) {
    const svg = await metafiles.toSvg(bytes);
    return svg === null ? null : createVectorPicture(svg);
  }
  const type = pictureTypeOfPath(path);
  if (type === undefined) return null;
  const image = document.createElement('img');
  image.src = pictureUrl(type, bytes);
  image.alt = '';
  return image;
}

type Reference = { readonly kind: 'picture' | 'chart'; readonly relationship: string };

function referencesOf(node: TakenDrawing['drawing']['node']): readonly Reference[] {
  if (node.kind === 'group') return node.children.flatMap(referencesOf);
  return node.kind === 'shape' ? [] : [{ kind: node.kind, relationship: node.relationship }];
}

/** Reads what the drawings of a document refer to. */
export async function readDrawingMedia(
  files: DocxPackage,
  { drawings, themeColor }: DrawingCollector,
): Promise<DrawingMedia> {
  const pictures = new Map<string, Element | null>();
  const charts = new Map<string, Document | null>();
  const metafiles = createMetafileReader();
  const targetOf = (path: string, relationship: string) =>
    files.relationships(path).find(({ id }) => id === relationship)?.path;
  try {
    for (const { drawing, path } of drawings) {
      for (const { kind, relationship } of referencesOf(drawing.node)) {
        const target = targetOf(path, relationship);
        if (target === undefined) continue;
        if (kind === 'chart') charts.set(target, await files.xml(target));
        else if (!pictures.has(target)) pictures.set(target, await readPicture(files, target, metafiles));
      }
    }
  } finally {
    metafiles.close();
  }
  const at = <T>(map: ReadonlyMap<string, T>, path: string, relationship: string) =>
    map.get(targetOf(path, relationship) ?? '') ?? null;
  return {
    themeColor,
    picture: (path, relationship) =>
      (at(pictures, path, relationship)?.cloneNode(true) ?? null) as Element | null,
    chart: (path, relationship) => at(charts, path, relationship),
  };
}
