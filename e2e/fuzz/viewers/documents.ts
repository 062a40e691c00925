import { bytesSource } from '@sealflow/tdf/reader';
import { detectFormat } from '@sealflow/viewers/format/detect-format.util.ts';
import { type Bytes, manyHavocs } from '../havoc.ts';
import { type Random, randomOf } from '../random.ts';
import type { Options, Subject, Target, Verdict } from '../target.ts';
import { classify, FalseAcceptance } from '../verdict.ts';
import type { DocumentSample } from './document-samples.ts';
import { loadInlineFiles } from './inline-files.ts';

type Input = { readonly name: string; readonly bytes: readonly number[] };

/** Larger than any sample and its content; a reader that returns more does not respect its limits. */
const maxResultBytes = 16 * 1024 * 1024;

/**
 * Readers of documents that run outside of a browser. Frames report any error as a document that cannot be read, so each
 * error is a refusal. Hangs, memory, unhandled rejections and false content are failures.
 */
export const documents: Target = {
  description: 'readers of archives, password-protected files, calendars and other documents of the viewers',
  seededFaults: ['shows-other-bytes'],
  inputs: 600,
  open,
};

async function open({ seed, plant }: Options): Promise<Subject> {
  loadInlineFiles();
  const { createSamples } = await import('./document-samples.ts');
  const samples = await createSamples();
  const names = Object.keys(samples);
  const sampleOf = (name: string) => samples[name] as DocumentSample;
  const generate = (random: Random): Input => {
    const name = random.pick(names);
    const donor = sampleOf(random.pick(names)).bytes;
    return { name, bytes: Array.from(manyHavocs(sampleOf(name).bytes, random, donor)) };
  };
  const run = async ({ name, bytes }: Input): Promise<Verdict> => {
    const sample = sampleOf(name);
    const document: Bytes = Uint8Array.from(bytes);
    const result = await classify(
      async () => {
        await detectFormat(bytesSource(document));
        const content = await sample.read(document);
        if (plant === 'shows-other-bytes' && content?.length) content[0] = (content[0] ?? 0) ^ 1;
        if (content && content.length > maxResultBytes) throw new FalseAcceptance(`${content.length} bytes`);
        if (content && sample.verified && !sample.verified.every((byte, at) => byte === content[at]))
          throw new FalseAcceptance('other content than the one that its program has encrypted');
        return content ? 'accepted' : 'refused';
      },
      (error) => (error instanceof FalseAcceptance ? undefined : 'refused'),
    );
    const outcome = `${name}: ${result.outcome}`;
    return { ...result, outcome, trail: name, ...(result.problem ? { input: { name, bytes } } : {}) };
  };
  return {
    startBlock: () => undefined,
    try: async (index) => run(generate(randomOf(seed, index))),
    replay: (input) => run(input as Input),
  };
}
