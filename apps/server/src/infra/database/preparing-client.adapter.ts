import { hash } from 'node:crypto';
import { Client, type ClientConfig } from 'pg';

/** Asked so often, a statement is worth a name. */
const often = 5;
/** Each connection keeps a plan for each of them; and the texts whose askings are counted. */
const most = { names: 200, counted: 1000, length: 6000 };

const names = new Map<string, string>();
let askings = new Map<string, number>();

/** What a server that answers has beyond its own limit of a statement's time, in milliseconds. */
const grace = 5000;

/**
 * A connection that prepares what is asked again and again, so that neither side reads it anew: half the price of a short
 * statement. What gives all columns of a table is left as it is: a prepared one is refused once a newer release adds a
 * column.
 */
export class PreparingClient extends Client {
  readonly #patience: number;
  #underWay = 0;
  #watch: NodeJS.Timeout | undefined;

  constructor(config?: ClientConfig) {
    super(config);
    const limit = typeof config?.statement_timeout === 'number' ? config.statement_timeout : 0;
    this.#patience = limit === 0 ? 0 : limit + grace;
  }

  // The declared ways to ask are many; all of them go through here as they are.
  override query = ((...asked: unknown[]): unknown => {
    const [text, values, callback] = asked;
    const name = typeof text === 'string' && Array.isArray(values) && values.length > 0 && nameOf(text);
    const query: (...given: unknown[]) => unknown = super.query.bind(this);
    const given = isNamed(text)
      ? [{ ...text, name: ownNameOf(text) }, ...asked.slice(1)]
      : name
        ? [{ name, text, values }, ...(callback === undefined ? [] : [callback])]
        : asked;
    return this.#patience === 0 || isStream(text) ? query(...given) : this.#watched(query, given);
  }) as Client['query'];

  /**
   * A server that is stopped, or out of reach without a word, ends no statement by its own limit: its connection is cut, so
   * that whoever asked is told, and the pool makes another.
   */
  #watched(query: (...given: unknown[]) => unknown, given: unknown[]): unknown {
    this.#underWay += 1;
    if (this.#watch) this.#watch.refresh();
    else this.#watch = setTimeout(() => this.#cutIfSilent(), this.#patience).unref();
    const end = (error: unknown) => {
      this.#underWay -= 1;
      this.#watch?.refresh();
      // A primary that was replaced goes on as one that only reads: the next connection finds the new one.
      if (error instanceof Error && 'code' in error && error.code === '25006') this.#cut();
    };
    const callback = given.at(-1);
    if (typeof callback === 'function') {
      return query(...given.slice(0, -1), (error: unknown, ...answer: unknown[]) => {
        end(error);
        callback(error, ...answer);
      });
    }
    const answer = query(...given);
    if (answer instanceof Promise) answer.then(() => end(undefined), end);
    return answer;
  }

  #cutIfSilent(): void {
    if (this.#underWay > 0) this.#cut();
  }

  #cut(): void {
    this.connection.stream.destroy();
  }
}

/** What reads or writes rows as it goes may take its time. */
const isStream = (text: unknown): boolean => typeof text === 'object' && text !== null && 'submit' in text;

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined) return known;
  if (names.size >= most.names || text.length > most.length || givesAll.test(text)) return undefined;
  const count = (askings.get(text) ?? 0) + 1;
  if (count >= often) {
    askings.delete(text);
    const name = `often_${digestOf(text)}`;
    names.set(text, name);
    return name;
  }
  if (askings.size >= most.counted) askings = new Map();
  askings.set(text, count);
  return undefined;
}

interface Named {
  readonly name: string;
  readonly text: string;
}

const isNamed = (asked: unknown): asked is Named =>
  typeof asked === 'object' &&
  asked !== null &&
  'name' in asked &&
  'text' in asked &&
  Boolean(asked.name) &&
  !isStream(asked);

const ownNames = new Map<string, string>();

/**
 * A name tells the statement: behind a pooler connections are shared with other nodes, also of the release before, and one of
 * another text under the same name would be run in its place.
 */
function ownNameOf({ name, text }: Named): string {
  const known = ownNames.get(text);
  if (known !== undefined) return known;
  const own = `${name.slice(0, 30)}_${digestOf(text)}`;
  ownNames.set(text, own);
  return own;
}

/** A name has 63 bytes at most. */
const digestOf = (text: string): string => hash('sha256', text).slice(0, 32);

const givesAll = /(?<!count\()\*/i;
