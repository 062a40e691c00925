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
    const name = `often_${names.size}`;
    names.set(text, name);
    return name;
  }
  if (askings.size >= most.counted) askings = new Map();
  askings.set(text, count);
  return undefined;
}

const givesAll = /(?<!count\()\*/i;
