/** Keys of specification section 3; lists add one key each for their scroll place and record count. */
export type PreferenceKey =
  | 'tid'
  | 'tname'
  | 'launchTimes'
  | 'privacyGuidelines'
  | 'isAgreeLicence'
  | 'haveResetPwd'
  | 'language'
  | 'theme'
  | `scroll:${string}`
  | `recordCount:${string}`;

/** Small settings that are no secret; values are text. */
export type PreferencesPort = {
  get(key: PreferenceKey): Promise<string | null>;
  set(key: PreferenceKey, value: string): Promise<void>;
  remove(key: PreferenceKey): Promise<void>;
  /** Removes every key that starts with one of the prefixes. */
  clear(prefixes: readonly ('scroll:' | 'recordCount:')[]): Promise<void>;
};
