import { fromBase64, toBase64 } from '../base64.ts';
import { textOf, utf8 } from '../bytes.ts';

/** Obligation value FQNs (`<namespace>/obl/<name>/value/<value>`, always lower case) that come with a use licence. */
export const OBLIGATIONS = {
  watermark: 'https://sealflow/obl/display/value/watermark',
  noDownload: 'https://sealflow/obl/storage/value/no-download',
  noCapture: 'https://sealflow/obl/screen/value/no-capture',
  lease: 'https://sealflow/obl/time/value/lease',
} as const;

export type ObligationName = keyof typeof OBLIGATIONS;

/** The result's metadata entry that lists the obligations, as public SDKs read it. */
export const REQUIRED_OBLIGATIONS = 'X-Required-Obligations';

/** The request header by which a client says what it can fulfil. */
export const ADDITIONAL_CONTEXT_HEADER = 'X-Rewrap-Additional-Context';

/** The header's value: base64 of `{ obligations: { fulfillableFQNs } }`, as public SDKs write it. */
export const encodeAdditionalContext = (fqns: readonly string[]): string =>
  toBase64(utf8(JSON.stringify({ obligations: { fulfillableFQNs: fqns.map((fqn) => fqn.toLowerCase()) } })));

/** What a client says it can fulfil; nothing where the header is absent or unreadable. */
export function decodeAdditionalContext(header: string | undefined): readonly string[] {
  if (header === undefined) return [];
  try {
    const { obligations } = JSON.parse(textOf(fromBase64(header))) as Partial<Record<string, unknown>>;
    return fqnsOf((obligations as Record<string, unknown> | undefined)?.['fulfillableFQNs']);
  } catch {
    return [];
  }
}

/** The texts of a list, in lower case, each once. */
export function fqnsOf(value: unknown): readonly string[] {
  if (!Array.isArray(value)) return [];
  const texts = value.filter((entry): entry is string => typeof entry === 'string');
  return [...new Set(texts.map((fqn) => fqn.toLowerCase()))];
}
