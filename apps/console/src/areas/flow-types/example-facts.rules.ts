import { bytesPerMegabyte } from '../../kit/condition-words.util.ts';

/** An example for the conditions of a simulation, as it is typed. */
export type Example = {
  readonly files: string;
  readonly megabytes: string;
  readonly outside: string;
  readonly classificationIDs: readonly string[];
};

export const emptyExample: Example = { files: '1', megabytes: '1', outside: '0', classificationIDs: [] };

/** The facts of the call; what is no number counts as none. */
export function toFacts({ files, megabytes, outside, classificationIDs }: Example) {
  const numberIn = (text: string) => Math.max(0, Math.round(Number(text)) || 0);
  return {
    fileCount: numberIn(files),
    totalSize: Math.max(0, Math.round(Number(megabytes) * bytesPerMegabyte) || 0),
    outsideRecipients: numberIn(outside),
    classificationIDs: [...classificationIDs],
  };
}
