import { hash } from 'node:crypto';
import { Client } from 'pg';

/** Asked so often, a statement is worth a name. */
const often = 5;
/** Each connection keeps a plan for each of them; and the texts whose askings are counted. */
const most = { names: 200, counted: 1000, length: 6000 };

const names = new Map<string, string>();
let askings = new Map<string, number>();

/**
 * A connection that prepares what is asked again and again, so that neither side reads it anew: half the price of a short
 * statement. What gives all columns of a table is left as it is: a prepared one is refused once a newer release adds a
 * column.
 */
export class PreparingClient extends Client {
  // The declared ways to ask are many; all of them go through here as they are.
  override query = ((...asked: unknown[]): unknown => {
    const [text, values, callback] = asked;
    const name = typeof text === 'string' && Array.isArray(values) && values.length > 0 && nameOf(text);
    const query: (...given: unknown[]) => unknown = super.query.bind(this);
    if (isNamed(text)) return query({ ...text, name: ownNameOf(text) }, ...asked.slice(1));
    return name ? query({ name, text, values }, callback) : query(...asked);
  }) as Client['query'];
}

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
  // What puts itself on the line, such as a cursor, stays what it is.
  !('submit' in asked);

const ownNames = new Map<string, string>();

/**
 * A name tells the statement: behind a pooler connections are shared with other nodes, also of the release before, and one of
 * another text under the same name would be run in its place.
 */
function ownNameOf({ name, text }: Named): string {
  const known = ownNames.get(text);
  if (known !== undefined) return known;
  const own = `${name}_${digestOf(text)}`;
  ownNames.set(text, own);
  return own;
}

/** A name has 63 bytes at most. */
const digestOf = (text: string): string => hash('sha256', text).slice(0, 32);

const givesAll = /(?<!count\()\*/i;
