import { networkError } from '@sealflow/sdk/api.errors.ts';
import { expect, it } from 'vitest';
import { createRecord } from '../../../testing/platform/records.ts';
import type { RecentFile } from '../documents/recent-files.repository.ts';
import { downloadKey, type FlowDownloadState } from './flow-downloads.store.ts';
import { runningDownloads } from './running-downloads.rules.ts';

const of = (accountID: string, flowID: string, state: FlowDownloadState | undefined) => ({
  [downloadKey(accountID, { tid: 't1', flowID })]: state,
});
const begun = (flowID: string, downloadPer: number) => ({
  job: {
    tid: 't1',
    flowID,
    tname: '华辰',
    flowName: '外发',
    downloadID: 'd1',
    state: 'running' as const,
    paused: 0 as const,
  },
  record: {
    ...createRecord({
      fileID: `download:t1:${flowID}`,
      fileWholeName: `${flowID}.zip`,
      downloadPer,
      fileSize: 200,
    }),
    accountID: 'a1',
    flag: 1,
  } as RecentFile,
});

it('are the incomplete downloads of one account, with their progress', () => {
  const error = networkError(false);
  const states = {
    ...of('a1', 'f1', { phase: 'preparing', done: 0, total: 0 }),
    ...of('a1', 'f2', { phase: 'receiving', name: 'a.zip', received: 3, total: 9 }),
    ...of('a1', 'f3', { phase: 'failed', error }),
    ...of('a1', 'f4', { phase: 'done', fileID: 'd' }),
    ...of('a1', 'f5', undefined),
    ...of('a1', 'f8', { phase: 'paused', at: { phase: 'receiving', name: 'b.zip', received: 5, total: 9 } }),
    ...of('a2', 'f6', { phase: 'preparing', done: 0, total: 0 }),
  };
  const all = { unfinished: [begun('f3', 40), begun('f4', 90), begun('f7', 10)], states, accountID: 'a1' };
  const base = { tid: 't1', name: null, received: 0, total: null, error: null };
  expect(runningDownloads(all)).toEqual([
    { ...base, flowID: 'f3', name: 'f3.zip', phase: 'failed', received: 80, total: 200, error },
    { ...base, flowID: 'f7', name: 'f7.zip', phase: 'paused', received: 20, total: 200 },
    { ...base, flowID: 'f1', phase: 'preparing' },
    { ...base, flowID: 'f2', name: 'a.zip', phase: 'receiving', received: 3, total: 9 },
    { ...base, flowID: 'f8', name: 'b.zip', phase: 'paused', received: 5, total: 9 },
  ]);
});
