import type { adminErrors } from './admin.ts';
import type { adminDeploymentErrors } from './admin-deployment.ts';
import type { adminImportErrors } from './admin-imports.ts';
import { appErrors } from './app.ts';
import type { documentErrors } from './documents.ts';
import type { ErrorEntry } from './entry.ts';
import { loginErrors } from './login.ts';
import type { pushErrors } from './push.ts';
import type { updateErrors } from './updates.ts';
import type { workErrors } from './work.ts';

export type { ErrorEntry, TipColor, TipType } from './entry.ts';

/** The error catalogue of section 8: each code with its wordings, status and texts. */
type Catalogue = typeof appErrors &
  typeof loginErrors &
  typeof documentErrors &
  typeof updateErrors &
  typeof pushErrors &
  typeof workErrors &
  typeof adminErrors &
  typeof adminDeploymentErrors &
  typeof adminImportErrors;

/** A stable code, `prefix.snake_case`. Also the key of its text. */
export type ErrorCode = keyof Catalogue;
/** The prefix of a code, which names its area. Messages of a call are matched within its areas. */
export type ErrorPrefix = ErrorCode extends `${infer Prefix}.${string}` ? Prefix : never;
export type ErrorParams = Readonly<Record<string, string | number>>;

/**
 * The registered part of the catalogue. The entries that a sign-in can meet are always there; `@sealflow/domain/errors`
 * registers the others. The first screen of the app imports this module alone, because the other entries are most of
 * the catalogue and slow its start.
 */
const registered: Partial<Record<ErrorCode, ErrorEntry>> = { ...appErrors, ...loginErrors };

/** Adds entries to the catalogue; the order of registration is the order of matching. */
export function registerErrors(entries: Partial<Readonly<Record<ErrorCode, ErrorEntry>>>): void {
  Object.assign(registered, entries);
}

const registeredCodes = () => Object.keys(registered) as readonly ErrorCode[];

/** The entry of a code. @returns undefined if its part of the catalogue is not registered. */
export const registeredError = (code: ErrorCode): ErrorEntry | undefined => registered[code];

/** Whether a text is a registered code. */
export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(registered, code);
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
  const areaCodes = [...inOrder].flatMap((area) =>
    registeredCodes().filter((code) => code.startsWith(`${area}.`)),
  );
  const candidates = [...areaCodes, ...generalCodes];
  const exact = candidates.find((code) => registered[code]?.messages.includes(message));
  if (exact !== undefined) return { code: exact, params: {} };
  let best: { readonly code: ErrorCode; readonly wording: string } | undefined;
  for (const code of candidates) {
    for (const wording of registered[code]?.messages ?? []) {
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
 * The text of an error for users; of an unregistered code, the text of `app.unknown_error`.
 * @param params - replace `{name}`. A `detail` without a placeholder in the text is appended.
 */
export function errorText(code: ErrorCode, language: 'cn' | 'en', params: ErrorParams = {}): string {
  const text = (registered[code] ?? appErrors['app.unknown_error']).text[language];
  const filled = text.replaceAll(/\{(\w+)\}/gu, (placeholder, name: string) =>
    String(params[name] ?? placeholder),
  );
  const detail = params['detail'];
  if (detail === undefined || detail === '' || text.includes('{detail}')) return filled;
  return language === 'cn' ? `${filled}（${detail}）` : `${filled} (${detail})`;
}
