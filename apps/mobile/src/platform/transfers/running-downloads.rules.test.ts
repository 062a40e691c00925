import { expect, it } from 'vitest';
import { networkError, timeoutError } from '../api/api.errors.ts';
import { downloadName, type FlowDownloadState } from './flow-downloads.store.ts';
import { runningDownloads } from './running-downloads.rules.ts';

const of = (accountID: string, flowID: string, state: FlowDownloadState | undefined) => ({
  [downloadName(accountID, { tid: 't1', flowID })]: state,
});

it('are those under way, and those that wait for a line, of one account', () => {
  const all = {
    ...of('a1', 'f1', { phase: 'preparing', done: 0, total: 0 }),
    ...of('a1', 'f2', { phase: 'receiving', name: 'a.zip', received: 3, total: 9 }),
    ...of('a1', 'f3', { phase: 'failed', error: networkError(false) }),
    ...of('a1', 'f4', { phase: 'failed', error: timeoutError(1_000) }),
    ...of('a1', 'f5', { phase: 'done', fileID: 'd' }),
    ...of('a1', 'f6', undefined),
    ...of('a2', 'f7', { phase: 'preparing', done: 0, total: 0 }),
  };
  const base = { tid: 't1', name: null, received: 0, total: null, waits: false };
  expect(runningDownloads(all, 'a1').filter(({ flowID }) => flowID !== 'f4')).toEqual([
    { ...base, flowID: 'f1' },
    { ...base, flowID: 'f2', name: 'a.zip', received: 3, total: 9 },
    { ...base, flowID: 'f3', waits: true },
  ]);
});
