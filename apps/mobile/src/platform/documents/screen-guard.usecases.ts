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

/** Changes run one after the other, so that the last requested state wins. */
function settle(guard: ScreenGuardPort, held: Held): Promise<void> {
  const next = held.turn.then(() => change(guard, held));
  held.turn = next.catch(() => undefined);
  return next;
}

/**
 * Blocks screen captures while protected content is shown. Several callers may block at once; it ends with the last.
 * @returns a function that releases the block; further calls do nothing.
 * @throws DocumentError `captureForbidden` if the device cannot block captures: nothing may be shown then.
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
