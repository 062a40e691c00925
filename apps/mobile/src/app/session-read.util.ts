import { useAppLockStore } from '../platform/app-lock/app-lock.store.ts';
import { useSessionStore } from '../platform/session/index.ts';

/** A store that answers later delays the first render no longer. */
const longestWaitMs = 200;

/**
 * Waits until a start of the session has read what is stored, or waits for the app lock. The first render then shows
 * the screen itself: an empty render before it would delay the sign-in by its own duration.
 * @param onReturning - registers a listener for a start with a valid token, whose session the service must confirm.
 */
export function whenSessionIsRead(
  onReturning: (listener: () => void) => void,
  waitMs = longestWaitMs,
): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      for (const unsubscribe of subscriptions) unsubscribe();
      resolve();
    };
    const timer = setTimeout(finish, waitMs);
    const subscriptions = [useSessionStore.subscribe(finish), useAppLockStore.subscribe(finish)];
    onReturning(finish);
  });
}
