import { Capacitor, registerPlugin } from '@capacitor/core';
import type { DataProtectionPlugin } from '@sealflow/native-shell';

const DataProtection = registerPlugin<DataProtectionPlugin>('DataProtection');

/**
 * Waits while the phone is locked and its files are closed, which iOS alone does. Nobody sees the app meanwhile.
 * @returns whether it was locked.
 */
export async function waitForUnlock(): Promise<boolean> {
  if (Capacitor.getPlatform() !== 'ios') return false;
  let unlocked: () => void = () => undefined;
  const unlocking = new Promise<void>((resolve) => {
    unlocked = resolve;
  });
  // First of all: it may be unlocked while it is asked.
  const listener = await DataProtection.addListener('available', unlocked);
  try {
    const { isAvailable } = await DataProtection.state();
    if (!isAvailable) await unlocking;
    return !isAvailable;
  } finally {
    await listener.remove();
  }
}
