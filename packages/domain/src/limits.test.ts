import { expect, test } from 'vitest';
import { limits, localNames } from './limits.ts';

test.each<[name: keyof typeof limits, value: unknown]>([
  ['signInTimeout', 10_000],
  ['snackbarTime', 3_000],
  ['exitConfirmTime', 3_000],
  ['chunkLoadTimeout', 120_000],
  ['pullTrigger', 70],
  ['pullStay', 50],
  ['pullStayTime', 400],
  ['badgeMost', 99],
  ['badgePollTime', 60_000],
  ['codeResendWait', 60_000],
  ['hotUpdateDebounce', 500],
  ['privacyPollTime', 1_000],
  ['password', { loginLeast: 6, newLeast: 8, newMost: 32 }],
  ['recentFilesPage', 10],
  ['downloadRetries', 2],
  ['downloadRetryWait', 3_000],
  ['speechTimeout', 10_000],
  ['speechVolume', 0.3],
  ['geolocationTimeout', 5_000],
  ['unreadMessagesBadge', 100],
])('%s is the number of the specification: %j', (name, value) => {
  expect(limits[name]).toEqual(value);
});

test('the database and the folders have the names of the specification', () => {
  expect(localNames).toEqual({ database: 'edsAPP.db', files: 'edsFiles', downloads: 'edsDownloadFiles' });
});
