import { readRange } from '../archive/zip-files.util.ts';
import type { TextStage } from './text-view.types.ts';

/** Decodes a whole text, for texts within the size limits. */
export async function readWholeText({
  source,
  encoding,
}: Pick<TextStage, 'source' | 'encoding'>): Promise<string> {
  return new TextDecoder(encoding).decode(await readRange(source));
}
