import { debounce } from '@sealflow/domain/debounce';
import { limits } from '@sealflow/domain/limits';
import type { AppUpdatePort } from '../ports/app-update.port.ts';

type Found = Awaited<ReturnType<AppUpdatePort['fetchCode']>>;
type Latest = Parameters<AppUpdatePort['fetchCode']>[0];
type Port = Pick<AppUpdatePort, 'fetchCode'>;

/** Checks for newer code once for all calls within 500 ms of each other (sections 5 and 9). */
export function createHotCheck(wait: number = limits.hotUpdateDebounce) {
  let asking: ((found: Promise<Found>) => void)[] = [];
  const look = debounce((port: Port, latest: Latest) => {
    const found = port.fetchCode(latest);
    for (const answer of asking) answer(found);
    asking = [];
  }, wait);
  return (port: Port, latest: Latest): Promise<Found> =>
    new Promise((resolve) => {
      asking.push(resolve);
      look(port, latest);
    });
}

export const hotCheck = createHotCheck();
