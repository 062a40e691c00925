import { expect, test } from 'vitest';
import { limits, localNames } from './limits.ts';

test.each<[name: keyof typeof limits, value: unknown]>([
  ['signInTimeoutMs', 10_000],
  ['snackbarMs', 3_000],
  ['exitConfirmMs', 3_000],
  ['chunkLoadTimeoutMs', 120_000],
  ['pullTriggerPx', 70],
  ['pullRestPx', 50],
  ['pullRestMs', 400],
  ['maxBadgeCount', 99],
  ['badgePollMs', 60_000],
  ['codeResendWaitMs', 60_000],
  ['hotUpdateDebounceMs', 500],
  ['privacyPollMs', 1_000],
  ['password', { minLoginLength: 6, minNewLength: 8, maxNewLength: 32 }],
  ['recentFilesPageSize', 10],
  ['maxDownloadRetries', 2],
  ['downloadRetryWaitMs', 3_000],
  ['speechTimeoutMs', 10_000],
  ['speechVolume', 0.3],
  ['geolocationTimeoutMs', 5_000],
  ['unreadMessagesBadgeCount', 100],
])('%s has the value of the specification: %j', (name, value) => {
  expect(limits[name]).toEqual(value);
});

test('the database and the folders have the names of the specification', () => {
  expect(localNames).toEqual({ database: 'edsAPP.db', files: 'edsFiles', downloads: 'edsDownloadFiles' });
});
