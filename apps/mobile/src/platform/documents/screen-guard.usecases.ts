import { OBLIGATIONS } from '@sealflow/tdf/kas';
import type { ScreenGuardPort } from '../ports/screen-guard.port.ts';
import { DocumentError } from './document.errors.ts';

type GuardState = { count: number; isBlocked: boolean; lastChange: Promise<void> };

const screens = new WeakMap<ScreenGuardPort, GuardState>();

async function change(guard: ScreenGuardPort, state: GuardState): Promise<void> {
  const shouldBlock = state.count > 0;
  if (shouldBlock === state.isBlocked) return;
  await guard.block(shouldBlock);
  state.isBlocked = shouldBlock;
}

/** Changes run one after the other, so that the last requested state wins. */
function enqueueChange(guard: ScreenGuardPort, state: GuardState): Promise<void> {
  const next = state.lastChange.then(() => change(guard, state));
  state.lastChange = next.catch(() => undefined);
  return next;
}

/**
 * Blocks screen captures while protected content is shown. Several callers may block at once; it ends with the last.
 * @returns a function that releases the block; further calls do nothing.
 * @throws DocumentError `captureForbidden` if the device cannot block captures: nothing may be shown then.
 */
export async function blockCaptures(guard: ScreenGuardPort): Promise<() => void> {
  const state = screens.get(guard) ?? { count: 0, isBlocked: false, lastChange: Promise.resolve() };
  screens.set(guard, state);
  state.count += 1;
  let isActive = true;
  const release = () => {
    if (!isActive) return;
    isActive = false;
    state.count -= 1;
    enqueueChange(guard, state).catch(() => undefined);
  };
  try {
    await enqueueChange(guard, state);
  } catch (cause) {
    release();
    throw new DocumentError('captureForbidden', { cause, obligations: [OBLIGATIONS.noCapture] });
  }
  return release;
}
