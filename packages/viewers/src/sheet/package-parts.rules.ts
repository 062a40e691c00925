import { elementsOf } from './xml.rules.ts';

/** The parts of an Office package by path, as SheetJS returns them. */
export type PackageParts = {
  text(path: string): string | undefined;
  bytes(path: string): Uint8Array<ArrayBuffer> | undefined;
};

type StoredFile = { readonly content?: Uint8Array | readonly number[] };

export function createPackageParts(files: Readonly<Record<string, StoredFile | undefined>>): PackageParts {
  // Paths are compared without case, because some writers are inconsistent.
  const byPath = new Map(Object.entries(files).map(([path, file]) => [path.toLowerCase(), file]));
  // A picture that is referenced a thousand times is copied once.
  const copies = new Map<string, Uint8Array<ArrayBuffer>>();
  const bytes = (path: string) => {
    const name = path.toLowerCase().replace(/^\//, '');
    const content = byPath.get(name)?.content;
    const copy = copies.get(name) ?? (content && Uint8Array.from(content));
    if (copy) copies.set(name, copy);
    return copy;
  };
  return {
    bytes,
    text: (path) => {
      const content = bytes(path);
      if (!content) return undefined;
      const isUtf16 = content[0] === 0xff && content[1] === 0xfe;
      return new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8').decode(content);
    },
  };
}

export type Relationship = { readonly id: string; readonly kind: string; readonly path: string };

function resolveTarget(from: string, target: string): string {
  if (target.startsWith('/')) return target.slice(1);
  const path = from.split('/').slice(0, -1);
  for (const step of target.split('/')) {
    if (step === '..') path.pop();
    else if (step !== '.') path.push(step);
  }
  return path.join('/');
}

/** The relationships of a part to other parts of the package. */
export function relationshipsOf(parts: PackageParts, path: string): Relationship[] {
  const slash = path.lastIndexOf('/') + 1;
  const xml = parts.text(`${path.slice(0, slash)}_rels/${path.slice(slash)}.rels`) ?? '';
  return elementsOf(xml, 'Relationship')
    .filter(({ attributes }) => attributes['TargetMode'] !== 'External')
    .map(({ attributes }) => ({
      id: attributes['Id'] ?? '',
      kind: (attributes['Type'] ?? '').split('/').at(-1) ?? '',
      path: resolveTarget(path, attributes['Target'] ?? ''),
    }));
}
