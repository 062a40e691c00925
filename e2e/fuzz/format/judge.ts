import { type Bytes, equalBytes } from '../../../packages/tdf/src/bytes.ts';
import {
  type ByteSource,
  inspect,
  type OpenDocument,
  openDocument,
  TdfError,
} from '../../../packages/tdf/src/index.ts';
import type { Problem, Verdict } from '../target.ts';
import { type Meter, meteredSource, SourceFailure } from './faulty-source.ts';
import type { Input } from './input.ts';
import { type ExpectedContent, type Sample } from './sample.ts';

/** The real reader or one with a seeded fault. */
export interface Reader {
  readonly inspect: typeof inspect;
  readonly open: typeof openDocument;
}

export const defaultReader: Reader = { inspect, open: openDocument };

type ReaderVerdict = Pick<Verdict, 'outcome' | 'problem'> & { readonly place: string };

const problem = (kind: Problem['kind'], text: string): Problem => ({ kind, text });

/** Reads one input. `place` is the location in the reader that refused it. */
export async function judge(reader: Reader, input: Input, sample: Sample): Promise<ReaderVerdict> {
  const meter: Meter = { reads: 0, bytes: 0 };
  const source = meteredSource(input.file, meter, input.sourceFault);
  const claimed = await classify(() => checkInspection(reader, input, source));
  meter.reads = 0;
  const opened = await classify(() => opening(reader, input, sample, source));
  const found = claimed.problem ?? opened.problem ?? readProblem(meter, input);
  return {
    outcome: `${claimed.outcome}, ${opened.outcome}`,
    place: `${claimed.place} ${opened.place}`,
    ...(found ? { problem: found } : {}),
  };
}

/** A false acceptance, distinct from all errors of the reader. */
class FalseAcceptance extends Error {}

async function classify(work: () => Promise<string>): Promise<ReaderVerdict> {
  try {
    return { outcome: await work(), place: 'accepted' };
  } catch (error) {
    if (error instanceof TdfError) return { outcome: error.code, place: placeOf(error) };
    if (error instanceof SourceFailure) return { outcome: 'source failed', place: '' };
    if (error instanceof FalseAcceptance)
      return { outcome: 'wrong', place: '', problem: problem('wrong', error.message) };
    const text = error instanceof Error ? (error.stack ?? String(error)) : `thrown: ${String(error)}`;
    return { outcome: 'crash', place: '', problem: problem('crash', text.slice(0, 1500)) };
  }
}

const FRAME_PATTERN = /packages\/tdf\/src\/([\w/.-]+:\d+)/g;

/** The location of the refusal with its line, because two refusals of one code are two paths through the reader. */
const placeOf = ({ code, stack = '' }: TdfError): string =>
  `${code} ${[...stack.matchAll(FRAME_PATTERN)]
    .slice(0, 3)
    .map(([, at]) => at)
    .join(' ')}`;

async function checkInspection(
  reader: Reader,
  { file, sourceFault }: Input,
  source: ByteSource,
): Promise<string> {
  const facts = await reader.inspect(source);
  const isHidden =
    sourceFault &&
    SHORTENING_FAULTS.has(sourceFault.kind) &&
    !facts.encrypted &&
    (await isSealed(reader, file));
  if (isHidden) throw new FalseAcceptance('a protected file with a truncating source is reported as plain');
  const texts = [
    facts.key,
    facts.userOID,
    facts.orgID,
    facts.clID,
    facts.mimeType,
    facts.documentId,
    facts.kid,
  ];
  if (texts.some((text) => text !== null && typeof text !== 'string'))
    throw new FalseAcceptance(`facts that are not strings: ${JSON.stringify(facts)}`);
  if (!sourceFault && !(Number.isSafeInteger(facts.size) && facts.size >= 0))
    throw new FalseAcceptance(`a size of ${facts.size}`);
  return facts.encrypted ? 'protected' : 'plain';
}

// A source with the right size that returns fewer bytes leaves the kind of the file unknown.
const SHORTENING_FAULTS: ReadonlySet<string> = new Set(['short', 'empty', 'long']);

const isSealed = (reader: Reader, file: Bytes): Promise<boolean> =>
  reader.inspect(meteredSource(file, { reads: 0, bytes: 0 })).then(
    ({ encrypted }) => encrypted,
    () => false,
  );

async function opening(reader: Reader, input: Input, sample: Sample, source: ByteSource): Promise<string> {
  const opened = await reader.open({ source, keys: sample.keys });
  const { plain } = sample.expected;
  if (input.byOwner) {
    await opened.bytes.read(0, opened.bytes.size);
    return 'accepted';
  }
  // Files of other vendors authenticate segment positions only as a whole, so all segments must be read.
  if (opened.attested) await readPieces(opened, plain, sample);
  const content = await opened.bytes.read(0, opened.bytes.size);
  if (!equalBytes(content, plain))
    throw new FalseAcceptance(`other content: ${content.length} bytes instead of ${plain.length}`);
  checkShown(opened, sample.expected);
  await checkBounds(opened);
  return 'accepted';
}

/** Reads each segment alone and across each border. All bytes must be at their sealed position. */
async function readPieces({ bytes }: OpenDocument, plain: Bytes, { segments }: Sample): Promise<void> {
  let at = 0;
  for (const segment of segments) {
    const size = segment.length - 28;
    for (const [from, length] of [
      [at, size],
      [Math.max(0, at - 3), 6],
    ] as const) {
      if (from > bytes.size) continue;
      const piece = await bytes.read(from, length).catch((error: unknown) => {
        if (error instanceof TdfError) return undefined;
        throw error;
      });
      if (piece && !equalBytes(piece, plain.slice(from, from + piece.length)))
        throw new FalseAcceptance(`other bytes at ${from}`);
    }
    at += size;
  }
}

function checkShown({ facts, name, attested }: OpenDocument, expected: ExpectedContent): void {
  const shownFacts = { ...facts, name, attested };
  const expectedFacts = {
    encrypted: true,
    key: expected.kid.split('.', 1)[0] ?? '',
    userOID: expected.userOID,
    orgID: expected.orgID,
    clID: expected.clID,
    // Files of other vendors do not bind the MIME type, and `attested` says so.
    mimeType: expected.attested ? expected.mimeType : facts.mimeType,
    size: expected.plain.length,
    documentId: expected.documentId,
    kid: expected.kid,
    name: expected.name,
    attested: expected.attested,
  };
  for (const [key, value] of Object.entries(expectedFacts))
    if (shownFacts[key as keyof typeof shownFacts] !== value)
      throw new FalseAcceptance(
        `${key} is ${JSON.stringify(shownFacts[key as keyof typeof shownFacts])} instead of ${JSON.stringify(value)}`,
      );
}

async function checkBounds({ bytes }: OpenDocument): Promise<void> {
  for (const [offset, length] of [
    [bytes.size + 1, 1],
    [-1, 1],
    [0, -1],
    [0.5, 1],
    [Number.NaN, 1],
  ] as const) {
    const code = await bytes.read(offset, length).then(
      () => 'read',
      (error: unknown) => (error instanceof TdfError ? error.code : String(error)),
    );
    if (code !== 'source.out_of_range') throw new FalseAcceptance(`${length} bytes at ${offset}: ${code}`);
  }
}

/** Reads are proportional to the file: both ends, the directory, and each segment a few times. */
function readProblem({ reads, bytes }: Meter, { file }: Input): Problem | undefined {
  const most = 200_000 + 12 * file.length;
  if (reads > 20 + file.length) return problem('budget', `${reads} reads of a file of ${file.length} bytes`);
  return bytes > most ? problem('budget', `${bytes} bytes read of a file of ${file.length}`) : undefined;
}
