/**
 * The business constants of section 9, and those that service.md adds. Units: milliseconds, bytes and CSS pixels,
 * unless the name says otherwise.
 */
export const limits = {
  signInTimeoutMs: 10_000,
  snackbarMs: 3_000,
  exitConfirmMs: 3_000,
  chunkLoadTimeoutMs: 120_000,
  pullTriggerPx: 70,
  pullRestPx: 50,
  pullRestMs: 400,
  maxBadgeCount: 99,
  badgePollMs: 60_000,
  codeResendWaitMs: 60_000,
  maxCodeAttempts: 5,
  hotUpdateDebounceMs: 500,
  privacyPollMs: 1_000,
  password: { minLoginLength: 6, minNewLength: 8, maxNewLength: 32 },
  recentFilesPageSize: 10,
  maxDownloadRetries: 2,
  downloadRetryWaitMs: 3_000,
  speechTimeoutMs: 10_000,
  speechVolume: 0.3,
  geolocationTimeoutMs: 5_000,
  unreadMessagesBadgeCount: 100,
  list: { pageSize: 10, maxPageSize: 100 },
  maxRecipients: 50,
  maxPrintedPages: 100,
  /** Bounds of the times for which an organisation keeps content, in days. */
  retentionDays: { minMessages: 30, minApplications: 365, max: 36_500 },
} as const;

/** Names of the local database and folders (section 9). The folders are in a parent folder named by the account id. */
export const localNames = {
  database: 'edsAPP.db',
  files: 'edsFiles',
  downloads: 'edsDownloadFiles',
} as const;
