export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** Prefix of a number that is kept as it was written: a private-use character with which no text begins. */
const exactNumberPrefix = '\ue0ff';
const token = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;

/**
 * Parses JSON without changing the notation of numbers: 1.50 stays, and so does a number beyond the precision
 * of JavaScript.
 */
export function parseJsonExactly(text: string): Json {
  JSON.parse(text);
  const exactText = text.replace(token, (part) =>
    part.startsWith('"') || String(Number(part)) === part ? part : JSON.stringify(exactNumberPrefix + part),
  );
  return JSON.parse(exactText) as Json;
}

/** The notation and type of a primitive value. */
export function primitiveOf(value: null | boolean | number | string): {
  readonly kind: string;
  readonly text: string;
} {
  if (value === null) return { kind: 'null', text: 'null' };
  if (typeof value === 'string' && value.startsWith(exactNumberPrefix))
    return { kind: 'number', text: value.slice(exactNumberPrefix.length) };
  return { kind: typeof value, text: JSON.stringify(value) };
}
