import { fromBase64, toBase64 } from '../base64.ts';
import { textOf, utf8 } from '../bytes.ts';

/** FQNs of obligation values (`<namespace>/obl/<name>/value/<value>`, always lower case) in use licences. */
export const OBLIGATIONS = {
  watermark: 'https://sealflow/obl/display/value/watermark',
  noDownload: 'https://sealflow/obl/storage/value/no-download',
  noCapture: 'https://sealflow/obl/screen/value/no-capture',
  lease: 'https://sealflow/obl/time/value/lease',
} as const;

export type ObligationName = keyof typeof OBLIGATIONS;

/** Metadata entry of a result with the list of obligations, as read by public SDKs. */
export const REQUIRED_OBLIGATIONS = 'X-Required-Obligations';

/** Request header with the obligations that a client can fulfil. */
export const ADDITIONAL_CONTEXT_HEADER = 'X-Rewrap-Additional-Context';

/** Value of the header: base64 of `{ obligations: { fulfillableFQNs } }`, as in public SDKs. */
export const encodeAdditionalContext = (fqns: readonly string[]): string =>
  toBase64(utf8(JSON.stringify({ obligations: { fulfillableFQNs: fqns.map((fqn) => fqn.toLowerCase()) } })));

/** Obligations that a client can fulfil; empty if the header is missing or unreadable. */
export function decodeAdditionalContext(header: string | undefined): readonly string[] {
  if (header === undefined) return [];
  try {
    const { obligations } = JSON.parse(textOf(fromBase64(header))) as Partial<Record<string, unknown>>;
    return fqnsOf((obligations as Record<string, unknown> | undefined)?.['fulfillableFQNs']);
  } catch {
    return [];
  }
}

/** The strings of a list in lower case, without duplicates. */
export function fqnsOf(value: unknown): readonly string[] {
  if (!Array.isArray(value)) return [];
  const texts = value.filter((entry): entry is string => typeof entry === 'string');
  return [...new Set(texts.map((fqn) => fqn.toLowerCase()))];
}
