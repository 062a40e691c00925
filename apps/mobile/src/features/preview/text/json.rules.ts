export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** In front of a number that is kept as it was written; a private character no text begins with. */
const exact = '\ue0ff';
const token = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;

/** Reads JSON without losing a digit: 1.50 stays so, and so does a number longer than the language's own. */
export function readJson(text: string): Json {
  JSON.parse(text);
  const kept = text.replace(token, (part) =>
    part.startsWith('"') || String(Number(part)) === part ? part : JSON.stringify(exact + part),
  );
  return JSON.parse(kept) as Json;
}

/** A value that holds no others, as it is written, and what it is. */
export function leafOf(value: null | boolean | number | string): {
  readonly kind: string;
  readonly text: string;
} {
  if (value === null) return { kind: 'null', text: 'null' };
  if (typeof value === 'string' && value.startsWith(exact))
    return { kind: 'number', text: value.slice(exact.length) };
  return { kind: typeof value, text: JSON.stringify(value) };
}
