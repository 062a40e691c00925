import { setTimeout as pause } from 'node:timers/promises';
import { faultOfError } from './error-form.ts';
import type { Journal, Violation } from './journal.ts';
import type { NodePlace } from './node-place.ts';
import { ownNow } from './own-time.ts';
import type { Random } from './random.ts';

export interface Ask {
  readonly method: string;
  readonly path: string;
  readonly token?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: object;
  /** Made anew for each attempt. */
  readonly form?: () => FormData;
  /** Where anything but JSON is answered. */
  readonly bytes?: boolean;
  /** Where failures have a form of their own. */
  readonly ownForm?: boolean;
}

export interface Told {
  readonly status: number;
  readonly body: Answered;
  readonly bytes: Buffer | undefined;
}

/** JSON of our own service, read where it is used. */
// oxlint-disable-next-line typescript/no-explicit-any -- answers of two dozen calls; what is read of them is compared with the database
export type Answered = any;

/** So long one attempt may take before its client gives the line up. */
const attemptMs = 12_000;
/** So long a node may take for an answer while nothing stands between it and the client. */
const answerMs = 60_000;
/** So long a person goes on asking. Faults last for seconds. */
export const patienceMs = 180_000;

export interface Client {
  /** Asks node after node until the answer is definite; undefined where nobody gave one. */
  call(ask: Ask): Promise<Told | undefined>;
  /** Asks one node once; undefined where the outcome is unknown. */
  attempt(node: NodePlace, ask: Ask): Promise<Told | undefined>;
  readonly nodes: readonly NodePlace[];
}

export function clientOf(nodes: readonly NodePlace[], journal: Journal, random: Random): Client {
  const { calls } = journal;
  const blame = (violation: Violation) => {
    const { what, ...rest } = violation;
    journal.violations.push({ ...rest, what: `${what} (${new Date().toISOString()})` });
  };

  const attempt = async (node: NodePlace, ask: Ask): Promise<Told | undefined> => {
    const begun = ownNow();
    const wasClear = node.isUp() && node.front.isOpen();
    try {
      const response = await fetch(`http://127.0.0.1:${node.front.port}${ask.path}`, {
        method: ask.method,
        headers: {
          ...(ask.token === undefined ? {} : { authorization: `Bearer ${ask.token}` }),
          ...(ask.json ? { 'content-type': 'application/json' } : {}),
          ...ask.headers,
        },
        ...(ask.json ? { body: JSON.stringify(ask.json) } : {}),
        ...(ask.form ? { body: ask.form() } : {}),
        signal: AbortSignal.timeout(wasClear ? answerMs : attemptMs),
      });
      const { status } = response;
      calls.byStatus.set(status, (calls.byStatus.get(status) ?? 0) + 1);
      const content = Buffer.from(await response.arrayBuffer());
      if (ask.bytes && response.ok) return { status, body: undefined, bytes: content };
      const text = content.toString();
      if (!response.ok) {
        const type = response.headers.get('content-type') ?? '';
        const fault = ask.ownForm ? undefined : faultOfError({ status, type, text });
        if (fault)
          blame({
            invariant: 'errors-well-formed',
            what: `${ask.method} ${ask.path}: ${fault}`,
            evidence: text.slice(0, 500),
          });
      }
      return { status, body: text === '' ? undefined : JSON.parse(text), bytes: undefined };
    } catch (error) {
      const took = ownNow() - begun;
      if (wasClear && took >= answerMs && node.isUp() && node.front.isOpen()) {
        blame({
          invariant: 'calls-end',
          what: `${ask.method} ${ask.path} had no answer of ${node.name} in ${Math.round(took)} ms`,
          evidence: {
            error: String(error),
            front: node.front.describe(),
            database: node.database.describe(),
            changes: node.changes.describe(),
          },
        });
      }
      return undefined;
    }
  };

  return {
    nodes,
    attempt,
    call: async (ask) => {
      calls.asked += 1;
      const until = ownNow() + patienceMs;
      let index = random.below(nodes.length);
      for (let tries = 0; ownNow() < until; tries += 1) {
        const node = nodes[index % nodes.length] as NodePlace;
        const told = await attempt(node, ask);
        if (told && told.status < 500 && told.status !== 429) {
          if (told.status < 400) calls.acknowledged += 1;
          else calls.refused += 1;
          return told;
        }
        calls.unknown += 1;
        index += 1;
        await pause(Math.min(50 * 2 ** Math.min(tries, 5), 1000) * random.between(0.5, 1));
      }
      calls.givenUp += 1;
      blame({
        invariant: 'calls-end',
        what: `${ask.method} ${ask.path} had no definite answer in ${patienceMs / 1000} s`,
      });
      return undefined;
    },
  };
}
