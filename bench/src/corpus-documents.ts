import { readdirSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';

/** Which files of a folder are opened. */
export interface DocumentSelection {
  /** Extensions without a dot, separated by commas. */
  readonly ext?: string | undefined;
  readonly match?: string | undefined;
  /** The maximum number of files, spread evenly. */
  readonly limit?: string | undefined;
}

/** The files of a folder, or the selected ones. */
export function documentsIn(folder: string, { ext, match, limit }: DocumentSelection): readonly string[] {
  const endings = ext?.split(',').map((ending) => `.${ending.toLowerCase()}`);
  const all = (
    statSync(folder).isFile()
      ? [folder]
      : readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))
  )
    .filter((path) => statSync(path).isFile())
    .filter((path) => endings === undefined || endings.includes(extname(path).toLowerCase()))
    .filter((path) => path.includes(match ?? ''))
    .toSorted();
  const count = Math.min(all.length, Number(limit ?? all.length));
  return Array.from({ length: count }, (_, index) => all[Math.floor((index * all.length) / count)] as string);
}
