/**
 * Keys of specification section 3; lists add one key each for their scroll place and record count, forms one for what was
 * typed (`draft:<account or 'entry'>:<form>`). `codeWaits` holds when the next code may be asked for,
 * `codeTickets` what goes with the codes that were sent; `updatePackage` the digest of the package that is downloaded whole, `codeId` the build that ran last, `codeTried` the fetched code that
 * is to start next and has not come up yet, `codeRefused` the one that is not to be fetched again; `push` whether the person wants
 * pushes (`on`, `off`), nothing where they were not asked; `storagePermission` is `declined` once they said no for good.
 * `environment` is what the service answered last.
 * `storageKind` is the kind of store that was chosen first; `storageNotice` the lifetime of which the person dismissed the notice.
 */
export type PreferenceKey =
  | 'tid'
  | 'tname'
  | 'launchTimes'
  | 'privacyGuidelines'
  | 'isAgreeLicence'
  | 'haveResetPwd'
  | 'environment'
  | 'language'
  | 'theme'
  | 'speakMessages'
  | 'autoUpdate'
  | 'push'
  | 'storagePermission'
  | 'storageKind'
  | 'storageNotice'
  | 'updatePackage'
  | 'codeId'
  | 'codeWaits'
  | 'codeTickets'
  | 'codeTried'
  | 'codeRefused'
  | `draft:${string}`
  | `scroll:${string}`
  | `recordCount:${string}`;

/** Small settings that are no secret; values are text. */
export type PreferencesPort = {
  get(key: PreferenceKey): Promise<string | null>;
  set(key: PreferenceKey, value: string): Promise<void>;
  remove(key: PreferenceKey): Promise<void>;
  /** Removes every key that starts with one of the prefixes. */
  clear(prefixes: readonly ('scroll:' | 'recordCount:' | 'draft:')[]): Promise<void>;
};
