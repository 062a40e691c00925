import { hash } from 'node:crypto';
import { Client, type ClientConfig } from 'pg';

/** Number of executions after which a statement is prepared. */
const minExecutions = 5;
/** Limits: prepared statements (each connection caches a plan for each), texts with a counter, and length of a text. */
const limits = { statementNames: 200, maxCountedTexts: 1000, maxTextLength: 6000 };

const statementNames = new Map<string, string>();
let executionCounts = new Map<string, number>();

/** Time beyond the statement timeout for the server to report it. */
const timeoutGraceMs = 5000;

/**
 * A client that prepares frequent statements, which halves the cost of short ones: neither side parses them again. Statements
 * that return all columns are not prepared: PostgreSQL rejects them once a newer release adds a column.
 *
 * Statements that are started together are sent together (pipelining), which saves their round trips.
 */
export class PreparingClient extends Client {
  readonly #patience: number;
  #underWay = 0;
  #watch: NodeJS.Timeout | undefined;

  constructor(config?: ClientConfig) {
    super({ ...config, pipeline: true });
    const limit = typeof config?.statement_timeout === 'number' ? config.statement_timeout : 0;
    this.#patience = limit === 0 ? 0 : limit + timeoutGraceMs;
  }

  // `query` has many overloads; all of them are passed through unchanged.
  override query = ((...args: unknown[]): unknown => {
    const [text, values, callback] = args;
    if (isStream(text)) this.#endPipelining();
    const name =
      typeof text === 'string' && Array.isArray(values) && values.length > 0 && statementNameOf(text);
    const query: (...queryArgs: unknown[]) => unknown = super.query.bind(this);
    const queryArgs = isNamedQuery(text)
      ? [{ ...text, name: uniqueNameOf(text) }, ...args.slice(1)]
      : name
        ? [{ name, text, values }, ...(callback === undefined ? [] : [callback])]
        : args;
    return this.#patience === 0 || isStream(text) ? query(...queryArgs) : this.#watched(query, queryArgs);
  }) as Client['query'];

  /**
   * Runs a query with a client-side timeout. A stopped or silently unreachable server does not apply the statement timeout, so
   * the connection is destroyed: the callers receive an error, and the pool opens a new connection.
   */
  #watched(query: (...queryArgs: unknown[]) => unknown, queryArgs: unknown[]): unknown {
    this.#underWay += 1;
    if (this.#watch) this.#watch.refresh();
    else this.#watch = setTimeout(() => this.#cutIfSilent(), this.#patience).unref();
    const end = (error: unknown) => {
      this.#underWay -= 1;
      this.#watch?.refresh();
      // After a failover the former primary is read-only: a new connection reaches the new primary.
      if (error instanceof Error && 'code' in error && error.code === '25006') this.#cut();
    };
    const callback = queryArgs.at(-1);
    if (typeof callback === 'function') {
      return query(...queryArgs.slice(0, -1), (error: unknown, ...result: unknown[]) => {
        end(error);
        callback(error, ...result);
      });
    }
    const result = query(...queryArgs);
    if (result instanceof Promise) result.then(() => end(undefined), end);
    return result;
  }

  /** COPY takes the connection over, which `pg` refuses in pipeline mode. The callers close the connection afterwards. */
  #endPipelining(): void {
    Object.assign(this, { pipeline: false });
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

function statementNameOf(text: string): string | undefined {
  const existingName = statementNames.get(text);
  if (existingName !== undefined) return existingName;
  if (
    statementNames.size >= limits.statementNames ||
    text.length > limits.maxTextLength ||
    mayReturnAllColumns(text)
  )
    return undefined;
  const count = (executionCounts.get(text) ?? 0) + 1;
  if (count >= minExecutions) {
    executionCounts.delete(text);
    const name = `often_${digestOf(text)}`;
    statementNames.set(text, name);
    return name;
  }
  if (executionCounts.size >= limits.maxCountedTexts) executionCounts = new Map();
  executionCounts.set(text, count);
  return undefined;
}

interface NamedQuery {
  readonly name: string;
  readonly text: string;
}

const isNamedQuery = (args: unknown): args is NamedQuery =>
  typeof args === 'object' &&
  args !== null &&
  'name' in args &&
  'text' in args &&
  Boolean(args.name) &&
  !isStream(args);

const uniqueNames = new Map<string, string>();

/**
 * Adds a digest of the text to the name of a prepared statement. Behind a pooler, nodes of several releases share server
 * connections, and a statement with the same name but another text would be executed instead.
 */
function uniqueNameOf({ name, text }: NamedQuery): string {
  const existingName = uniqueNames.get(text);
  if (existingName !== undefined) return existingName;
  const uniqueName = `${name.slice(0, 30)}_${digestOf(text)}`;
  uniqueNames.set(text, uniqueName);
  return uniqueName;
}

/** Shortened, because PostgreSQL limits names to 63 bytes. */
const digestOf = (text: string): string => hash('sha256', text).slice(0, 32);

/** A `*` in a list of columns, which follows a keyword or a comma. A multiplication follows a value, and `count(*)` a parenthesis. */
const allColumns = /(?:\b(?:select|distinct|returning)|,)\s+(?:"?\w+"?\.)?\*/i;
const allReturnedColumns = /\breturning\b[^;]*\*/i;
const writesRows = /^\s*(?:insert|update|delete)\b/i;

/** Only the columns of the result must not change. A write has none without `returning`, whatever its source selects. */
const mayReturnAllColumns = (text: string): boolean =>
  writesRows.test(text) ? allReturnedColumns.test(text) : allColumns.test(text);
