import type { ColorSpace } from './ofd-color.rules.ts';
import { folderOf, type OfdPackage } from './ofd-package.util.ts';
import { childOf, childrenOf, flagOf, numberOf, textOf } from './ofd-xml.rules.ts';

export type OfdFont = {
  readonly name: string;
  readonly family: string;
  readonly isBold: boolean;
  readonly isItalic: boolean;
  readonly file: string | null;
};

/** The resources that objects refer to by id. */
export type OfdResources = {
  readonly fonts: Map<string, OfdFont>;
  readonly colorSpaces: Map<string, ColorSpace>;
  readonly drawParams: Map<string, Element>;
  readonly media: Map<string, string>;
  readonly compositeUnits: Map<string, Element>;
  defaultSpace: string;
};

export const createResources = (): OfdResources => ({
  fonts: new Map(),
  colorSpaces: new Map(),
  drawParams: new Map(),
  media: new Map(),
  compositeUnits: new Map(),
  defaultSpace: '',
});

const idOf = (element: Element) => element.getAttribute('ID') ?? '';

/** Adds the resources that are listed in files of a document. */
export async function addResources(
  files: OfdPackage,
  paths: readonly (string | null)[],
  target: OfdResources,
) {
  for (const path of paths) {
    const root = await files.readXml(path);
    if (root && path !== null) addFile(files, path, root, target);
  }
}

function addFile(files: OfdPackage, path: string, root: Element, target: OfdResources) {
  const base = root.getAttribute('BaseLoc')?.trim() ?? '';
  const from = base.startsWith('/')
    ? `${base.slice(1)}/`
    : `${folderOf(path)}${base === '' ? '' : `${base}/`}`;
  const find = (location: string) => (location === '' ? null : files.resolve(location, from));
  for (const list of childrenOf(root)) {
    for (const item of childrenOf(list)) {
      const id = idOf(item);
      if (item.localName === 'Font') {
        target.fonts.set(id, {
          name: item.getAttribute('FontName') ?? '',
          family: item.getAttribute('FamilyName') ?? '',
          isBold: flagOf(item, 'Bold', false),
          isItalic: flagOf(item, 'Italic', false),
          file: find(textOf(item, 'FontFile')),
        });
      } else if (item.localName === 'ColorSpace') {
        target.colorSpaces.set(id, {
          type: item.getAttribute('Type') ?? 'RGB',
          bits: numberOf(item, 'BitsPerComponent', 8),
          palette: childrenOf(childOf(item, 'Palette'), 'CV').map((color) => color.textContent ?? ''),
        });
      } else if (item.localName === 'DrawParam') target.drawParams.set(id, item);
      else if (item.localName === 'CompositeGraphicUnit' || item.localName === 'CompositeGraphicUnits') {
        target.compositeUnits.set(id, item);
      } else if (item.localName === 'MultiMedia') {
        const file = find(textOf(item, 'MediaFile'));
        if (file !== null) target.media.set(id, file);
      }
    }
  }
}
