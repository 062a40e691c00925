import ICAL from 'ical.js';

/** A property of jCal or jCard (RFC 7265, RFC 7095). */
export type Property = {
  readonly name: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly type: string;
  readonly values: readonly unknown[];
};
export type Component = {
  readonly name: string;
  readonly properties: readonly Property[];
  readonly components: readonly Component[];
};

/** Limits against components that are endless or nested without end. */
const maxComponents = 5000;
const maxProperties = 500;
const maxLevels = 4;

const quotedPrintable = /;\s*ENCODING=QUOTED-PRINTABLE/i;

function decodeQuotedPrintable(text: string, charset: string): string {
  const bytes = text.replace(/=([0-9a-f]{2})/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  const encoded = Uint8Array.from(bytes, (character) => character.charCodeAt(0));
  try {
    return new TextDecoder(charset).decode(encoded);
  } catch {
    return new TextDecoder().decode(encoded);
  }
}

/** Rewrites a line of vCard 2.1, which phones still write, in the syntax of later versions. */
function modernLine(line: string): string {
  const colon = line.indexOf(':');
  const [name = '', ...parameters] = line.slice(0, Math.max(0, colon)).split(';');
  if (colon < 0 || parameters.length === 0) return line;
  const charset = parameters.find((one) => /^\s*charset=/i.test(one))?.split('=')[1] ?? 'utf-8';
  const kept = parameters
    .map((one) => one.trim())
    .filter((one) => one !== '' && !/^(?:charset=|(?:encoding=)?quoted-printable$)/i.test(one))
    .map((one) => (one.includes('=') ? one : `TYPE=${one}`));
  const text = line.slice(colon + 1);
  const value = quotedPrintable.test(line.slice(0, colon))
    ? decodeQuotedPrintable(text, charset).replace(/\r\n?|\n/g, '\\n')
    : text;
  return `${[name, ...kept].join(';')}:${value}`;
}

/** A line break inside a quoted-printable value ends with an equals sign instead of starting with a space. */
function modernText(text: string): string {
  const lines: string[] = [];
  let isContinued = false;
  for (const line of text.split(/\r\n|\r|\n/)) {
    if (isContinued) lines.push(`${(lines.pop() ?? '').slice(0, -1)}${line}`);
    else if (line.trim() !== '') lines.push(line);
    isContinued = line.endsWith('=') && quotedPrintable.test(lines.at(-1) ?? '');
  }
  return lines.map((line) => (/^[ \t]/.test(line) ? line : modernLine(line))).join('\r\n');
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function propertyOf(untyped: unknown): Property[] {
  if (!Array.isArray(untyped)) return [];
  const [name, parameters, type, ...values] = untyped as readonly unknown[];
  if (typeof name !== 'string' || typeof type !== 'string') return [];
  return [{ name, parameters: isRecord(parameters) ? parameters : {}, type, values }];
}

/**
 * Reads calendars and contacts. Null where the text is neither.
 * @param kind - vCard 2.1 has a syntax of its own.
 */
export function readComponents(text: string, kind: 'calendar' | 'contacts'): readonly Component[] | null {
  let remaining = maxComponents;
  const componentOf = (untyped: unknown, level: number): Component[] => {
    if (!Array.isArray(untyped) || remaining <= 0 || level > maxLevels) return [];
    remaining -= 1;
    const [name, properties, components] = untyped as readonly unknown[];
    if (typeof name !== 'string' || !Array.isArray(properties)) return [];
    return [
      {
        name,
        properties: properties.slice(0, maxProperties).flatMap(propertyOf),
        components: Array.isArray(components) ? components.flatMap((one) => componentOf(one, level + 1)) : [],
      },
    ];
  };
  const plain = text.replace(/^\ufeff/, '');
  try {
    ICAL.design.strict = false;
    const parsed: unknown = ICAL.parse(kind === 'contacts' ? modernText(plain) : plain);
    if (!Array.isArray(parsed)) return null;
    const list = typeof parsed[0] === 'string' ? [parsed] : parsed;
    const components = list.flatMap((one) => componentOf(one, 1));
    return components.length > 0 ? components : null;
  } catch {
    return null;
  }
}
