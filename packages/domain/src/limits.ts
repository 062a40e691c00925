/**
 * The business constants of section 9, and those that service.md adds. Units: milliseconds, bytes and CSS pixels,
 * unless the name says otherwise.
 */
export const limits = {
  signInTimeout: 10_000,
  snackbarTime: 3_000,
  exitConfirmTime: 3_000,
  chunkLoadTimeout: 120_000,
  pullTrigger: 70,
  pullStay: 50,
  pullStayTime: 400,
  badgeMost: 99,
  badgePollTime: 60_000,
  codeResendWait: 60_000,
  codeTries: 5,
  hotUpdateDebounce: 500,
  privacyPollTime: 1_000,
  password: { loginLeast: 6, newLeast: 8, newMost: 32 },
  recentFilesPage: 10,
  downloadRetries: 2,
  downloadRetryWait: 3_000,
  speechTimeout: 10_000,
  speechVolume: 0.3,
  geolocationTimeout: 5_000,
  unreadMessagesBadge: 100,
  list: { page: 10, most: 100 },
  recipientsMost: 50,
} as const;

/** Names of the local database and folders (section 9). The folders are in a parent folder named by the account id. */
export const localNames = {
  database: 'edsAPP.db',
  files: 'edsFiles',
  downloads: 'edsDownloadFiles',
} as const;
