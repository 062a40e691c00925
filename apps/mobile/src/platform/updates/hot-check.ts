import { limits } from '@sealflow/domain/limits';
import type { AppUpdatePort } from '../ports/app-update.port.ts';

type Found = Awaited<ReturnType<AppUpdatePort['fetchCode']>>;

/** Looks for newer code once, however many ask within 500 ms of each other (sections 5 and 9). */
export function createHotCheck(wait: number = limits.hotUpdateDebounce) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asking: { readonly resolve: (found: Promise<Found>) => void }[] = [];
  return (port: Pick<AppUpdatePort, 'fetchCode'>): Promise<Found> =>
    new Promise((resolve) => {
      asking.push({ resolve });
      clearTimeout(timer);
      timer = setTimeout(() => {
        const found = port.fetchCode();
        for (const each of asking) each.resolve(found);
        asking = [];
      }, wait);
    });
}

export const hotCheck = createHotCheck();
