import { limits } from '@sealflow/domain/limits';
import type { AppUpdatePort } from '../ports/app-update.port.ts';
import { debounce } from '../timing.util.ts';

type CodeCheckResult = Awaited<ReturnType<AppUpdatePort['downloadCode']>>;
type Latest = Parameters<AppUpdatePort['downloadCode']>[0];
type Port = Pick<AppUpdatePort, 'downloadCode'>;

/** Checks for newer code once for all calls within 500 ms of each other (sections 5 and 9). */
export function createHotCheck(debounceMs: number = limits.hotUpdateDebounceMs) {
  let waitingCallers: ((found: Promise<CodeCheckResult>) => void)[] = [];
  const check = debounce((port: Port, latest: Latest) => {
    const found = port.downloadCode(latest);
    for (const answer of waitingCallers) answer(found);
    waitingCallers = [];
  }, debounceMs);
  return (port: Port, latest: Latest): Promise<CodeCheckResult> =>
    new Promise((resolve) => {
      waitingCallers.push(resolve);
      check(port, latest);
    });
}

export const hotCheck = createHotCheck();
