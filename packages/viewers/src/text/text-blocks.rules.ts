import type { FrameSource } from '../frame/frame.types.ts';
import { type Encoding, lineReachBytes, safeCutOffset } from './encoding.rules.ts';

/** A long text is shown in parts, because browsers limit the height of an element. */
export const partBytes = 2 * 1024 * 1024;
export const blockBytes = 32 * 1024;
export const blocksPerPart = partBytes / blockBytes;

export type TextBlocks = {
  readonly partCount: number;
  readonly blockCount: number;
  /** The number of blocks in a part. */
  blocksIn(part: number): number;
  /** The size of a block relative to a whole one, above 0 up to 1: the last block can be short. */
  shareOf(block: number): number;
  /** The text of a block, by its index in the document. */
  readText(block: number): Promise<string>;
};

/** Divides a text into blocks that end with a line, or at least with a whole character. */
export function createTextBlocks(source: Pick<FrameSource, 'size' | 'read'>, encoding: Encoding): TextBlocks {
  const decoder = () => new TextDecoder(encoding);
  const blockCount = Math.max(1, Math.ceil(source.size / blockBytes));
  return {
    partCount: Math.ceil(blockCount / blocksPerPart),
    blockCount,
    blocksIn: (part) => Math.min(blocksPerPart, blockCount - part * blocksPerPart),
    shareOf: (block) => Math.min(blockBytes, Math.max(1, source.size - block * blockBytes)) / blockBytes,
    async readText(block) {
      const from = block * blockBytes;
      const to = Math.min(source.size, from + blockBytes);
      const bytes = await source.read(from, Math.min(source.size, to + lineReachBytes) - from);
      const start = from === 0 ? 0 : safeCutOffset(bytes.subarray(0, lineReachBytes), encoding);
      const end =
        to === source.size ? to - from : to - from + safeCutOffset(bytes.subarray(to - from), encoding);
      return decoder().decode(bytes.subarray(start, Math.max(start, end)));
    },
  };
}
