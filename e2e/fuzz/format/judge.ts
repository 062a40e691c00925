import { type Bytes, equalBytes } from '../../../packages/tdf/src/bytes.ts';
import {
  type ByteSource,
  inspect,
  type OpenDocument,
  openDocument,
  TdfError,
} from '../../../packages/tdf/src/index.ts';
import type { Problem, Verdict } from '../target.ts';
import type { Input } from './input.ts';
import { type Meter, meteredSource, SourceFailure } from './lying-source.ts';
import { type Sample, type Truth } from './sample.ts';

/** The reader as it is, or one with a planted fault. */
export interface Reader {
  readonly inspect: typeof inspect;
  readonly open: typeof openDocument;
}

export const theReader: Reader = { inspect, open: openDocument };

type Judged = Pick<Verdict, 'outcome' | 'problem'> & { readonly place: string };

const problem = (kind: Problem['kind'], text: string): Problem => ({ kind, text });

/** Tries one input and says what became of it; `place` is where in the reader it was refused. */
export async function judge(reader: Reader, input: Input, sample: Sample): Promise<Judged> {
  const meter: Meter = { reads: 0, bytes: 0 };
  const source = meteredSource(input.file, meter, input.lie);
  const claimed = await fate(() => claim(reader, input, source));
  meter.reads = 0;
  const opened = await fate(() => opening(reader, input, sample, source));
  const found = claimed.problem ?? opened.problem ?? overspent(meter, input);
  return {
    outcome: `${claimed.outcome}, ${opened.outcome}`,
    place: `${claimed.place} ${opened.place}`,
    ...(found ? { problem: found } : {}),
  };
}

/** A found fault of acceptance, told from all that the reader may throw. */
class Wrong extends Error {}

async function fate(work: () => Promise<string>): Promise<Judged> {
  try {
    return { outcome: await work(), place: 'accepted' };
  } catch (error) {
    if (error instanceof TdfError) return { outcome: error.code, place: placeOf(error) };
    if (error instanceof SourceFailure) return { outcome: 'source failed', place: '' };
    if (error instanceof Wrong)
      return { outcome: 'wrong', place: '', problem: problem('wrong', error.message) };
    const text = error instanceof Error ? (error.stack ?? String(error)) : `thrown: ${String(error)}`;
    return { outcome: 'crash', place: '', problem: problem('crash', text.slice(0, 1500)) };
  }
}

const FRAME = /packages\/tdf\/src\/([\w/.-]+:\d+)/g;

/** Where it was refused, down to the line: two refusals of one code are two ways through the reader. */
const placeOf = ({ code, stack = '' }: TdfError): string =>
  `${code} ${[...stack.matchAll(FRAME)]
    .slice(0, 3)
    .map(([, at]) => at)
    .join(' ')}`;

async function claim(reader: Reader, { file, lie }: Input, source: ByteSource): Promise<string> {
  const facts = await reader.inspect(source);
  const isHidden = lie && GIVES_LESS.has(lie.kind) && !facts.encrypted && (await isSealed(reader, file));
  if (isHidden)
    throw new Wrong('a protected file whose source gives less than it has passes for a plain one');
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
    throw new Wrong(`facts that are no texts: ${JSON.stringify(facts)}`);
  if (!lie && !(Number.isSafeInteger(facts.size) && facts.size >= 0))
    throw new Wrong(`a size of ${facts.size}`);
  return facts.encrypted ? 'protected' : 'plain';
}

// A source of the right size that gives less of it: what the file is cannot be known then.
const GIVES_LESS: ReadonlySet<string> = new Set(['short', 'empty', 'long']);

const isSealed = (reader: Reader, file: Bytes): Promise<boolean> =>
  reader.inspect(meteredSource(file, { reads: 0, bytes: 0 })).then(
    ({ encrypted }) => encrypted,
    () => false,
  );

async function opening(reader: Reader, input: Input, sample: Sample, source: ByteSource): Promise<string> {
  const opened = await reader.open({ source, keys: sample.keys });
  const { plain } = sample.truth;
  if (input.byOwner) {
    await opened.bytes.read(0, opened.bytes.size);
    return 'accepted';
  }
  // Positions are vouched for as a whole: of other makes' files only by having read all of them.
  if (opened.attested) await readPieces(opened, plain, sample);
  const content = await opened.bytes.read(0, opened.bytes.size);
  if (!equalBytes(content, plain))
    throw new Wrong(`other content: ${content.length} bytes for ${plain.length}`);
  checkShown(opened, sample.truth);
  await checkBounds(opened);
  return 'accepted';
}

/** Each segment alone, and across each border: whatever comes must stand where the sealer put it. */
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
        throw new Wrong(`other bytes at ${from}`);
    }
    at += size;
  }
}

function checkShown({ facts, name, attested }: OpenDocument, truth: Truth): void {
  const shown = { ...facts, name, attested };
  const meant = {
    encrypted: true,
    key: truth.kid.split('.', 1)[0] ?? '',
    userOID: truth.userOID,
    orgID: truth.orgID,
    clID: truth.clID,
    // Nothing binds the type in files of other makes, and `attested` says so.
    mimeType: truth.attested ? truth.mimeType : facts.mimeType,
    size: truth.plain.length,
    documentId: truth.documentId,
    kid: truth.kid,
    name: truth.name,
    attested: truth.attested,
  };
  for (const [key, value] of Object.entries(meant))
    if (shown[key as keyof typeof shown] !== value)
      throw new Wrong(
        `${key} is ${JSON.stringify(shown[key as keyof typeof shown])}, not ${JSON.stringify(value)}`,
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
    if (code !== 'source.out_of_range') throw new Wrong(`${length} bytes at ${offset}: ${code}`);
  }
}

/** Reading is in proportion to the file: its two ends, its directory, and each segment a few times. */
function overspent({ reads, bytes }: Meter, { file }: Input): Problem | undefined {
  const most = 200_000 + 12 * file.length;
  if (reads > 20 + file.length) return problem('budget', `${reads} reads of a file of ${file.length} bytes`);
  return bytes > most ? problem('budget', `${bytes} bytes read of a file of ${file.length}`) : undefined;
}
