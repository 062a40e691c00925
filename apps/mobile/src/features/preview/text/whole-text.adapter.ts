import { readAll } from '../archive/zip-files.adapter.ts';
import type { TextStage } from './text-view.types.ts';

/** All of a text that is small enough for it. */
export async function wholeText({
  source,
  encoding,
}: Pick<TextStage, 'source' | 'encoding'>): Promise<string> {
  return new TextDecoder(encoding).decode(await readAll(source));
}
