import type { ApiError } from '../api/index.ts';
import type { FlowDownloadKey } from '../database/flow-downloads.repository.ts';
import { downloadFileID } from '../documents/document.types.ts';
import type { RecentFile } from '../documents/recent-files.repository.ts';
import type { FlowDownloadState } from './flow-downloads.store.ts';
import type { UnfinishedDownload } from './unfinished-downloads.usecases.ts';

export type RunningDownload = FlowDownloadKey & {
  /** Null until the package's name is known. */
  readonly name: string | null;
  /** `paused`: by the user, or not resumed yet because it belongs to another organisation or an earlier session. */
  readonly phase: 'preparing' | 'receiving' | 'failed' | 'paused';
  readonly received: number;
  readonly total: number | null;
  /** The error of `failed`. */
  readonly error: ApiError | null;
};

type RunningDownloadsInput = {
  readonly unfinished: readonly UnfinishedDownload[];
  readonly states: Readonly<Record<string, FlowDownloadState | undefined>>;
  readonly accountID: string;
};

/** An account's unfinished downloads, with their current or last stored progress. */
export function runningDownloads({
  unfinished,
  states,
  accountID,
}: RunningDownloadsInput): readonly RunningDownload[] {
  const rows = new Map(unfinished.map(({ job, record }) => [nameOf(job), storedProgressOf(job, record)]));
  for (const [key, state] of Object.entries(states)) {
    const [owner = '', tid = '', flowID = ''] = JSON.parse(key) as readonly string[];
    if (owner !== accountID || state === undefined) continue;
    const row = nameOf({ tid, flowID });
    const before = rows.get(row) ?? storedProgressOf({ tid, flowID }, null);
    if (state.phase === 'done') rows.delete(row);
    else rows.set(row, { ...before, ...currentProgressOf(state) });
  }
  return [...rows.values()];
}

const nameOf = ({ tid, flowID }: FlowDownloadKey) => downloadFileID(tid, flowID);

function storedProgressOf({ tid, flowID }: FlowDownloadKey, record: RecentFile | null): RunningDownload {
  const total = record?.fileSize ?? null;
  const received = total === null ? 0 : Math.floor((total * (record?.downloadPer ?? 0)) / 100);
  return { tid, flowID, name: record?.fileWholeName ?? null, phase: 'paused', received, total, error: null };
}

function currentProgressOf(state: Exclude<FlowDownloadState, { phase: 'done' }>): Partial<RunningDownload> {
  if (state.phase === 'failed') return { phase: 'failed', error: state.error };
  if (state.phase === 'paused') return { ...currentProgressOf(state.at), phase: 'paused' };
  if (state.phase === 'preparing') return { phase: 'preparing' };
  const { name, received, total } = state;
  return { phase: 'receiving', name, received, total };
}
