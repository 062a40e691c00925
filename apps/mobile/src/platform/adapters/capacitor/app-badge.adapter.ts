import { Capacitor } from '@capacitor/core';
import { Badge } from '@capawesome/capacitor-badge';
import type { AppBadgePort } from '../../ports/app-badge.port.ts';

/**
 * On iOS setting and clearing the badge would show the permission prompt, which belongs to push messages, after a
 * press.
 */
const isAllowed = async () =>
  Capacitor.getPlatform() !== 'ios' || (await Badge.checkPermissions()).display === 'granted';

/** The number on the app's icon, where the launcher shows one. */
export function createCapacitorAppBadge(): AppBadgePort {
  const show = async (count: number) => {
    const { isSupported } = await Badge.isSupported();
    if (!isSupported || !(await isAllowed())) return;
    await (count > 0 ? Badge.set({ count }) : Badge.clear());
  };
  return { show: (count) => show(count).catch(() => undefined) };
}
