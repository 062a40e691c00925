import type { FrameSource } from '../frame/frame.types.ts';
import { cutAfter, type Encoding, lineReach } from './encoding.rules.ts';

/** A long text is shown in parts, because browsers limit the height of an element. */
export const partSize = 2 * 1024 * 1024;
export const blockSize = 32 * 1024;
export const blocksInPart = partSize / blockSize;

export type TextBlocks = {
  readonly parts: number;
  readonly blocks: number;
  /** The number of blocks in a part. */
  count(part: number): number;
  /** The text of a block, by its index in the document. */
  text(block: number): Promise<string>;
};

/** Divides a text into blocks that end with a line, or at least with a whole character. */
export function textBlocks(source: Pick<FrameSource, 'size' | 'read'>, encoding: Encoding): TextBlocks {
  const decoder = () => new TextDecoder(encoding);
  const blocks = Math.max(1, Math.ceil(source.size / blockSize));
  return {
    parts: Math.ceil(blocks / blocksInPart),
    blocks,
    count: (part) => Math.min(blocksInPart, blocks - part * blocksInPart),
    async text(block) {
      const from = block * blockSize;
      const to = Math.min(source.size, from + blockSize);
      const bytes = await source.read(from, Math.min(source.size, to + lineReach) - from);
      const start = from === 0 ? 0 : cutAfter(bytes.subarray(0, lineReach), encoding);
      const end = to === source.size ? to - from : to - from + cutAfter(bytes.subarray(to - from), encoding);
      return decoder().decode(bytes.subarray(start, Math.max(start, end)));
    },
  };
}
