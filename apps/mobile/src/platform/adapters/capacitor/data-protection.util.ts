import { Capacitor, registerPlugin } from '@capacitor/core';
import type { DataProtectionPlugin } from '@sealflow/native-shell';

const DataProtection = registerPlugin<DataProtectionPlugin>('DataProtection');

/**
 * Waits while an iPhone is locked and its files are inaccessible. The app is not visible meanwhile.
 * @returns whether it was locked.
 */
export async function waitForUnlock(): Promise<boolean> {
  if (Capacitor.getPlatform() !== 'ios') return false;
  let unlocked: () => void = () => undefined;
  const unlocking = new Promise<void>((resolve) => {
    unlocked = resolve;
  });
  // Before the state is read: the unlock may happen in between.
  const listener = await DataProtection.addListener('available', unlocked);
  try {
    const { isAvailable } = await DataProtection.state();
    if (!isAvailable) await unlocking;
    return !isAvailable;
  } finally {
    await listener.remove();
  }
}
