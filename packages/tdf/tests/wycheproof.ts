import type { Bytes } from '../src/bytes.ts';

/** What the authors say of a vector: `acceptable` may be taken or refused. */
export type Result = 'valid' | 'invalid' | 'acceptable';

/** One vector; what else it has are hex digits, but for whole keys. */
export interface Vector {
  readonly tcId: number;
  readonly comment: string;
  readonly result: string;
  readonly flags: readonly string[];
}

/** What a function made of a vector: took it with the right outcome, with another one, or refused it. */
export type Verdict = 'right' | 'wrong' | 'refused';

interface Expectation<V extends Vector> {
  readonly judge: (vector: V) => Promise<Verdict> | Verdict;
  /** The acceptable ones that may be taken, by number; all others have to be refused. */
  readonly taken?: readonly number[];
  /** What the function does not take though others do; it has to be refused. */
  readonly refuses?: (vector: V) => boolean;
}

/** Every vector that a function made something else of than it should. */
export async function mistakesIn<V extends Vector>(
  vectors: readonly V[],
  { judge, taken = [], refuses = () => false }: Expectation<V>,
): Promise<string[]> {
  if (vectors.length === 0) throw new Error('no vectors');
  const mistakes = await Promise.all(
    vectors.map(async (vector) => {
      const { tcId, comment, result } = vector;
      const verdict = await judge(vector);
      const good = allowed(result, taken.includes(tcId), refuses(vector));
      return good.includes(verdict) ? [] : [`${tcId} (${result}, ${comment}): ${verdict}`];
    }),
  );
  return mistakes.flat();
}

function allowed(result: string, isTaken: boolean, isRefused: boolean): readonly Verdict[] {
  if (isRefused || result === 'invalid') return ['refused'];
  if (result === 'valid') return ['right'];
  return isTaken ? ['right', 'refused'] : ['refused'];
}

/** A refusal is a rejection, or nothing where there should be something. */
export async function verdictOf(
  attempt: () => Promise<boolean | undefined> | boolean | undefined,
): Promise<Verdict> {
  try {
    const isRight = await attempt();
    return isRight === undefined ? 'refused' : isRight ? 'right' : 'wrong';
  } catch {
    return 'refused';
  }
}

/** For functions that answer whether something holds. */
export const holds = (attempt: () => Promise<boolean> | boolean): Promise<Verdict> =>
  verdictOf(async () => (await attempt()) || undefined);

export function hex(digits: string): Bytes {
  const bytes = new Uint8Array(digits.length / 2);
  for (let at = 0; at < bytes.length; at += 1)
    bytes[at] = Number.parseInt(digits.slice(at * 2, at * 2 + 2), 16);
  return bytes;
}
