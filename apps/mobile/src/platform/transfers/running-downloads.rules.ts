import type { FlowDownloadKey } from './flow-downloads.repository.ts';
import type { FlowDownloadState } from './flow-downloads.store.ts';
import { waitsForLine } from './transfer.errors.ts';

export type RunningDownload = FlowDownloadKey & {
  /** Null until the service has said what the package is called. */
  readonly name: string | null;
  readonly received: number;
  readonly total: number | null;
  /** Whether nothing moves until there is a line again. */
  readonly waits: boolean;
};

/** The downloads of an account that are under way, or go on by themselves once there is a line. */
export function runningDownloads(
  all: Readonly<Record<string, FlowDownloadState | undefined>>,
  accountID: string,
): readonly RunningDownload[] {
  return Object.entries(all).flatMap(([key, state]): RunningDownload[] => {
    const [owner = '', tid = '', flowID = ''] = JSON.parse(key) as readonly string[];
    if (state === undefined || owner !== accountID) return [];
    const waiting = { tid, flowID, name: null, received: 0, total: null, waits: false };
    if (state.phase === 'preparing') return [waiting];
    if (state.phase === 'receiving') {
      const { name, received, total } = state;
      return [{ ...waiting, name, received, total }];
    }
    return state.phase === 'failed' && waitsForLine(state.error) ? [{ ...waiting, waits: true }] : [];
  });
}
