/**
 * Keys of specification section 3, besides one per list for its scroll position and record count, and one per form
 * for its draft (`draft:<account or 'entry'>:<form>`).
 * - `codeWaits`: when the next code may be requested; `codeTickets`: the tickets of sent codes.
 * - `updatePackage`: digest of a downloaded installation package; `codeId`: the build that ran last; `codeTried`: the
 * downloaded code that starts next and is not confirmed yet; `codeRefused`: the code that must not be downloaded
 * again.
 * - `push`: `on` or `off`, missing before the user was asked; `storagePermission`: `declined` after a permanent no.
 * - `environment`: the service's last answer; `storageKind`: the store that was chosen first; `storageNotice`: the
 * lifetime whose notice the user dismissed.
 * - `exactEngine`: `declined` after the user cancelled the download in advance or deleted the engine of exact pages.
 * - `signedOut`: `true` if the last start found no session.
 * - `listWidth`: the chosen width of the list on wide screens in CSS pixels.
 * - `singleKeys`: `false` after shortcuts of a single character were switched off; `queueNext`: whether the next task opens
 * after a decision, missing before the user chose; `pagePairs`: `true` while documents show two pages side by side.
 */
export type PreferenceKey =
  | 'tid'
  | 'tname'
  | 'launchTimes'
  | 'privacyGuidelines'
  | 'isAgreeLicence'
  | 'haveResetPwd'
  | 'signedOut'
  | 'environment'
  | 'language'
  | 'theme'
  | 'speakMessages'
  | 'autoUpdate'
  | 'push'
  | 'storagePermission'
  | 'storageKind'
  | 'storageNotice'
  | 'exactEngine'
  | 'listWidth'
  | 'singleKeys'
  | 'queueNext'
  | 'pagePairs'
  | 'updatePackage'
  | 'codeId'
  | 'codeWaits'
  | 'codeTickets'
  | 'codeTried'
  | 'codeRefused'
  | `draft:${string}`
  | `scroll:${string}`
  | `recordCount:${string}`;

/** Small settings that are not secret; values are strings. */
export type PreferencesPort = {
  get(key: PreferenceKey): Promise<string | null>;
  /** Reads a value at once, for what the first render of a screen shows. */
  getSync(key: PreferenceKey): string | null;
  set(key: PreferenceKey, value: string): Promise<void>;
  remove(key: PreferenceKey): Promise<void>;
  /** Removes every key that starts with one of the prefixes. */
  clear(prefixes: readonly ('scroll:' | 'recordCount:' | 'draft:')[]): Promise<void>;
};
