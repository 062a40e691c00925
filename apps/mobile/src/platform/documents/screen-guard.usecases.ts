import { OBLIGATIONS } from '@sealflow/tdf/kas';
import type { ScreenGuardPort } from '../ports/screen-guard.port.ts';
import { DocumentError } from './document.errors.ts';

type Held = { count: number; isBlocked: boolean; turn: Promise<void> };

const screens = new WeakMap<ScreenGuardPort, Held>();

async function change(guard: ScreenGuardPort, held: Held): Promise<void> {
  const isWanted = held.count > 0;
  if (isWanted === held.isBlocked) return;
  await guard.block(isWanted);
  held.isBlocked = isWanted;
}

/** One after the other: what stands in the end is what was wanted last. */
function settle(guard: ScreenGuardPort, held: Held): Promise<void> {
  const next = held.turn.then(() => change(guard, held));
  held.turn = next.catch(() => undefined);
  return next;
}

/**
 * Keeps pictures of the screen from being taken while something is shown that must not be captured. Several may hold it
 * at once; it ends with the last.
 * @returns what ends it, once.
 * @throws DocumentError `captureForbidden` where the device cannot, or did not, do it: nothing may be shown then.
 */
export async function holdScreen(guard: ScreenGuardPort): Promise<() => void> {
  const held = screens.get(guard) ?? { count: 0, isBlocked: false, turn: Promise.resolve() };
  screens.set(guard, held);
  held.count += 1;
  let isHeld = true;
  const end = () => {
    if (!isHeld) return;
    isHeld = false;
    held.count -= 1;
    settle(guard, held).catch(() => undefined);
  };
  try {
    await settle(guard, held);
  } catch (cause) {
    end();
    throw new DocumentError('captureForbidden', { cause, obligations: [OBLIGATIONS.noCapture] });
  }
  return end;
}
