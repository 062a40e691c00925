import { adminErrors } from './errors/admin.ts';
import { adminImportErrors } from './errors/admin-imports.ts';
import { appErrors } from './errors/app.ts';
import { documentErrors } from './errors/documents.ts';
import type { ErrorEntry } from './errors/entry.ts';
import { loginErrors } from './errors/login.ts';
import { pushErrors } from './errors/push.ts';
import { workErrors } from './errors/work.ts';

export type { ErrorEntry, TipColor, TipType } from './errors/entry.ts';

/** The error catalogue of section 8: each code with its wordings, status and texts. */
const catalogue = {
  ...appErrors,
  ...loginErrors,
  ...documentErrors,
  ...pushErrors,
  ...workErrors,
  ...adminErrors,
  ...adminImportErrors,
};

/** A stable code, `prefix.snake_case`. Also the key of its text. */
export type ErrorCode = keyof typeof catalogue;
/** The prefix of a code, which names its area. Messages of a call are matched within its areas. */
export type ErrorPrefix = ErrorCode extends `${infer Prefix}.${string}` ? Prefix : never;
export type ErrorParams = Readonly<Record<string, string | number>>;

export const errorCatalogue: Readonly<Record<ErrorCode, ErrorEntry>> = catalogue;

const codes = Object.keys(catalogue) as readonly ErrorCode[];

export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(catalogue, code);
}

export interface MatchedError {
  readonly code: ErrorCode;
  /** `detail` is the rest of a message that matched only in part. */
  readonly params: ErrorParams;
}

/** The "others" of section 8 that the catalogue lists under a specific area. Any call can return them. */
const generalCodes: readonly ErrorCode[] = [
  'file.file_does_not_exist',
  'file.error_checking_file',
  'app.signature_invalid',
];

/**
 * Maps a message without a code to an error of the catalogue (section 8): first by exact wording, then by a contained
 * wording, otherwise `app.unknown_error`.
 * @param areas - the areas of the call. Their entries are tried first, in order, then those of the area `app`, then the
 * remaining general ones.
 * @param message - the wording of the server.
 */
export function matchError(areas: ErrorPrefix | readonly ErrorPrefix[], message: string): MatchedError {
  const inOrder = new Set<ErrorPrefix>([...(typeof areas === 'string' ? [areas] : areas), 'app']);
  const areaCodes = [...inOrder].flatMap((area) => codes.filter((code) => code.startsWith(`${area}.`)));
  const candidates = [...areaCodes, ...generalCodes];
  const exact = candidates.find((code) => errorCatalogue[code].messages.includes(message));
  if (exact !== undefined) return { code: exact, params: {} };
  let best: { readonly code: ErrorCode; readonly wording: string } | undefined;
  for (const code of candidates) {
    for (const wording of errorCatalogue[code].messages) {
      // The longest match is the most specific: 'account not found' also contains 'not found'.
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
 * The text of an error for users.
 * @param params - replace `{name}`. A `detail` without a placeholder in the text is appended.
 */
export function errorText(code: ErrorCode, language: 'cn' | 'en', params: ErrorParams = {}): string {
  const text = errorCatalogue[code].text[language];
  const filled = text.replaceAll(/\{(\w+)\}/gu, (placeholder, name: string) =>
    String(params[name] ?? placeholder),
  );
  const detail = params['detail'];
  if (detail === undefined || detail === '' || text.includes('{detail}')) return filled;
  return language === 'cn' ? `${filled}（${detail}）` : `${filled} (${detail})`;
}
