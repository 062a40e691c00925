import { hash } from 'node:crypto';
import { Client, type ClientConfig } from 'pg';

/** Number of executions after which a statement is prepared. */
const often = 5;
/** Limits: prepared statements (each connection caches a plan for each), texts with a counter, and length of a text. */
const most = { names: 200, counted: 1000, length: 6000 };

const names = new Map<string, string>();
let askings = new Map<string, number>();

/** Time beyond the statement timeout for the server to report it. */
const grace = 5000;

/**
 * A client that prepares frequent statements, which halves the cost of short ones: neither side parses them again. Statements
 * that select all columns are not prepared: PostgreSQL rejects them once a newer release adds a column.
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

  // `query` has many overloads; all of them are passed through unchanged.
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
   * Runs a query with a client-side timeout. A stopped or silently unreachable server does not apply the statement timeout, so
   * the connection is destroyed: the callers receive an error, and the pool opens a new connection.
   */
  #watched(query: (...given: unknown[]) => unknown, given: unknown[]): unknown {
    this.#underWay += 1;
    if (this.#watch) this.#watch.refresh();
    else this.#watch = setTimeout(() => this.#cutIfSilent(), this.#patience).unref();
    const end = (error: unknown) => {
      this.#underWay -= 1;
      this.#watch?.refresh();
      // After a failover the former primary is read-only: a new connection reaches the new primary.
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

/** COPY and cursors stream rows and have no time limit. */
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
 * Adds a digest of the text to the name of a prepared statement. Behind a pooler, nodes of several releases share server
 * connections, and a statement with the same name but another text would be executed instead.
 */
function ownNameOf({ name, text }: Named): string {
  const known = ownNames.get(text);
  if (known !== undefined) return known;
  const own = `${name.slice(0, 30)}_${digestOf(text)}`;
  ownNames.set(text, own);
  return own;
}

/** Shortened, because PostgreSQL limits names to 63 bytes. */
const digestOf = (text: string): string => hash('sha256', text).slice(0, 32);

const givesAll = /(?<!count\()\*/i;
