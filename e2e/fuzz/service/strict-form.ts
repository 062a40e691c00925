/** A part of a form according to RFC 2046 and RFC 7578, from an independent parser. */
export interface FormPart {
  readonly name: string | undefined;
  readonly isFile: boolean;
  readonly content: Buffer;
}

const LINE = Buffer.from('\r\n');
const HEAD_END = Buffer.from('\r\n\r\n');

/**
 * All parts between two delimiters; content after the last delimiter is ignored. Any line that begins with
 * `--boundary` ends a content (RFC 2046 5.1.1). A part begins only after a delimiter line without further text,
 * because nothing else is permitted there.
 */
export function partsOf(body: Buffer, boundary: string): FormPart[] {
  const places = delimitersIn(body, Buffer.from(`--${boundary}`));
  const parts: FormPart[] = [];
  for (const [index, { end, begins }] of places.entries()) {
    const next = places[index + 1];
    const part = begins && next ? partIn(body.subarray(end, Math.max(end, next.start))) : undefined;
    if (part) parts.push(part);
  }
  return parts;
}

interface Delimiter {
  /** The end of the content before it. The preceding line break belongs to the delimiter. */
  readonly start: number;
  readonly end: number;
  /** Whether a part begins after it. */
  readonly begins: boolean;
}

function delimitersIn(body: Buffer, delimiter: Buffer): Delimiter[] {
  const found: Delimiter[] = [];
  for (let at = body.indexOf(delimiter); at !== -1; at = body.indexOf(delimiter, at + 1)) {
    const startsLine = at === 0 || body.subarray(at - 2, at).equals(LINE);
    if (!startsLine) continue;
    const end = at + delimiter.length + 2;
    const [next, more] = [body[end - 2], body[end - 1]];
    found.push({ start: Math.max(0, at - 2), end, begins: next === 13 && more === 10 });
    if (next === 45 && more === 45) break;
  }
  return found;
}

function partIn(part: Buffer): FormPart | undefined {
  const split = part.indexOf(HEAD_END);
  if (split === -1) return undefined;
  const head = part.subarray(0, split).toString('latin1');
  const disposition = /^content-disposition:\s*form-data\s*(;.*)?$/im.exec(head)?.[1] ?? '';
  return {
    name: parameterOf(disposition, 'name'),
    isFile:
      parameterOf(disposition, 'filename') !== undefined ||
      parameterOf(disposition, 'filename\\*') !== undefined ||
      /^content-type:\s*application\/octet-stream/im.test(head),
    content: part.subarray(split + HEAD_END.length),
  };
}

function parameterOf(disposition: string, name: string): string | undefined {
  const [, quoted, token] =
    new RegExp(`;\\s*${name}\\s*=\\s*(?:"((?:[^"\\\\]|\\\\.)*)"|([^;\\s]*))`, 'i').exec(disposition) ?? [];
  return quoted?.replaceAll(/\\(.)/g, '$1') ?? token;
}
