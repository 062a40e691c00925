import type { FrameSource } from '../frame/frame.types.ts';
import { cutAfter, type Encoding, lineReach } from './encoding.rules.ts';

/** A long text is shown part by part: browsers cannot lay out a column of any length. */
export const partSize = 8 * 1024 * 1024;
export const blockSize = 32 * 1024;

export type TextBlocks = {
  readonly parts: number;
  /** Blocks of one part. */
  count(part: number): number;
  text(part: number, block: number): Promise<string>;
};

/** Cuts a text into blocks that end with a line or at least a character, wherever the bytes are cut. */
export function textBlocks(source: Pick<FrameSource, 'size' | 'read'>, encoding: Encoding): TextBlocks {
  const decoder = () => new TextDecoder(encoding);
  const parts = Math.max(1, Math.ceil(source.size / partSize));
  const partEnd = (part: number) => Math.min(source.size, (part + 1) * partSize);
  return {
    parts,
    count: (part) => Math.max(1, Math.ceil((partEnd(part) - part * partSize) / blockSize)),
    async text(part, block) {
      const from = part * partSize + block * blockSize;
      const to = Math.min(source.size, from + blockSize);
      const bytes = await source.read(from, Math.min(source.size, to + lineReach) - from);
      const start = from === 0 ? 0 : cutAfter(bytes.subarray(0, lineReach), encoding);
      const end = to === source.size ? to - from : to - from + cutAfter(bytes.subarray(to - from), encoding);
      return decoder().decode(bytes.subarray(start, end));
    },
  };
}
