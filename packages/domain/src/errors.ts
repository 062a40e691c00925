import { adminErrors } from './errors/admin.ts';
import { appErrors } from './errors/app.ts';
import { documentErrors } from './errors/documents.ts';
import type { ErrorEntry } from './errors/entry.ts';
import { loginErrors } from './errors/login.ts';
import { pushErrors } from './errors/push.ts';
import { workErrors } from './errors/work.ts';

export type { ErrorEntry, TipColor, TipType } from './errors/entry.ts';

/** The error catalogue of section 8: every code with its wording, its status and its texts. */
const catalogue = {
  ...appErrors,
  ...loginErrors,
  ...documentErrors,
  ...pushErrors,
  ...workErrors,
  ...adminErrors,
};

/** A stable code, `prefix.snake_case`; the key of its text. */
export type ErrorCode = keyof typeof catalogue;
/** The area of a code, and the prefix that a call's messages are matched with. */
export type ErrorPrefix = ErrorCode extends `${infer Prefix}.${string}` ? Prefix : never;
export type ErrorParams = Readonly<Record<string, string | number>>;

export const errorCatalogue: Readonly<Record<ErrorCode, ErrorEntry>> = catalogue;

const codes = Object.keys(catalogue) as readonly ErrorCode[];

export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(catalogue, code);
}

export interface MatchedError {
  readonly code: ErrorCode;
  /** `detail` is what a partly matched message had beside the known wording. */
  readonly params: ErrorParams;
}

/** The "others" of section 8 that have an area of their own in the catalogue. Any call can be answered with them. */
const inEveryArea: readonly ErrorCode[] = [
  'file.file_does_not_exist',
  'file.error_checking_file',
  'app.signature_invalid',
];

/**
 * Finds what a server means by a message without a code (section 8): the exact wording, then a wording that the
 * message contains, then the unknown error.
 * @param areas - the areas of the call. Their entries come first, in this order, then those of the area `app`, then the
 * others that every area has.
 * @param message - the server's wording.
 */
export function matchError(areas: ErrorPrefix | readonly ErrorPrefix[], message: string): MatchedError {
  const inOrder = new Set<ErrorPrefix>([...(typeof areas === 'string' ? [areas] : areas), 'app']);
  const ofAreas = [...inOrder].flatMap((area) => codes.filter((code) => code.startsWith(`${area}.`)));
  const candidates = [...ofAreas, ...inEveryArea];
  const exact = candidates.find((code) => errorCatalogue[code].messages.includes(message));
  if (exact !== undefined) return { code: exact, params: {} };
  let best: { readonly code: ErrorCode; readonly wording: string } | undefined;
  for (const code of candidates) {
    for (const wording of errorCatalogue[code].messages) {
      // The longest says most: 'account not found' also contains 'not found'.
      if (message.includes(wording) && wording.length > (best?.wording.length ?? 0)) best = { code, wording };
    }
  }
  if (best === undefined) return { code: 'app.unknown_error', params: {} };
  return { code: best.code, params: { detail: remainder(message, best.wording) } };
}

function remainder(message: string, wording: string): string {
  const at = message.indexOf(wording);
  const rest = `${message.slice(0, at).trim()} ${message.slice(at + wording.length).trim()}`;
  return rest.replaceAll(/^[\s:：,，;；.。-]+|[\s:：,，;；.。-]+$/gu, '');
}

/**
 * The text of an error for a person.
 * @param code - its code.
 * @param language - `cn` or `en`.
 * @param params - fill `{name}`; a `detail` that the text has no place for is appended.
 */
export function errorText(code: ErrorCode, language: 'cn' | 'en', params: ErrorParams = {}): string {
  const text = errorCatalogue[code].text[language];
  const filled = text.replaceAll(/\{(\w+)\}/gu, (place, name: string) => String(params[name] ?? place));
  const detail = params['detail'];
  if (detail === undefined || detail === '' || text.includes('{detail}')) return filled;
  return language === 'cn' ? `${filled}（${detail}）` : `${filled} (${detail})`;
}
