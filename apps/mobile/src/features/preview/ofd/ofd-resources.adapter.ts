import type { ColorSpace } from './ofd-color.rules.ts';
import { folderOf, type OfdPackage } from './ofd-package.adapter.ts';
import { childOf, childrenOf, flagOf, numberOf, textOf } from './ofd-xml.rules.ts';

export type OfdFont = {
  readonly name: string;
  readonly family: string;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly file: string | null;
};

/** The resources that objects refer to by id. */
export type OfdResources = {
  readonly fonts: Map<string, OfdFont>;
  readonly spaces: Map<string, ColorSpace>;
  readonly params: Map<string, Element>;
  readonly media: Map<string, string>;
  readonly units: Map<string, Element>;
  defaultSpace: string;
};

export const noResources = (): OfdResources => ({
  fonts: new Map(),
  spaces: new Map(),
  params: new Map(),
  media: new Map(),
  units: new Map(),
  defaultSpace: '',
});

const idOf = (element: Element) => element.getAttribute('ID') ?? '';

/** Adds the resources that are listed in files of a document. */
export async function addResources(files: OfdPackage, paths: readonly (string | null)[], to: OfdResources) {
  for (const path of paths) {
    const root = await files.xml(path);
    if (root && path !== null) addFile(files, path, root, to);
  }
}

function addFile(files: OfdPackage, path: string, root: Element, to: OfdResources) {
  const base = root.getAttribute('BaseLoc')?.trim() ?? '';
  const from = base.startsWith('/')
    ? `${base.slice(1)}/`
    : `${folderOf(path)}${base === '' ? '' : `${base}/`}`;
  const find = (location: string) => (location === '' ? null : files.find(location, from));
  for (const list of childrenOf(root)) {
    for (const item of childrenOf(list)) {
      const id = idOf(item);
      if (item.localName === 'Font') {
        to.fonts.set(id, {
          name: item.getAttribute('FontName') ?? '',
          family: item.getAttribute('FamilyName') ?? '',
          bold: flagOf(item, 'Bold', false),
          italic: flagOf(item, 'Italic', false),
          file: find(textOf(item, 'FontFile')),
        });
      } else if (item.localName === 'ColorSpace') {
        to.spaces.set(id, {
          type: item.getAttribute('Type') ?? 'RGB',
          bits: numberOf(item, 'BitsPerComponent', 8),
          palette: childrenOf(childOf(item, 'Palette'), 'CV').map((color) => color.textContent ?? ''),
        });
      } else if (item.localName === 'DrawParam') to.params.set(id, item);
      else if (item.localName === 'CompositeGraphicUnit' || item.localName === 'CompositeGraphicUnits') {
        to.units.set(id, item);
      } else if (item.localName === 'MultiMedia') {
        const file = find(textOf(item, 'MediaFile'));
        if (file !== null) to.media.set(id, file);
      }
    }
  }
}
