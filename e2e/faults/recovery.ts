import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from './client.ts';
import type { Device } from './device.ts';
import { processNow } from './process-clock.ts';

/** After the restore every node works within this time. This is an invariant of its own. */
export const maxRecoveryMs = 60_000;

/**
 * Waits until each node is ready, accepts a sign-in and stores a draft.
 * @returns the recovery time in milliseconds, or undefined if it exceeded the limit.
 */
export async function waitForRecovery({
  client,
  device,
  restoredAt,
}: {
  client: Client;
  device: Device;
  /** When the restore began. */
  restoredAt: number;
}): Promise<number | undefined> {
  const waiting = new Set(client.nodes);
  while (waiting.size > 0) {
    for (const node of waiting) {
      const ready = await client.attempt(node, { method: 'GET', path: '/readyz', hasOwnErrorFormat: true });
      if (ready?.status !== 200) continue;
      const token = await device.token().catch(() => undefined);
      const written = await client.attempt(node, {
        method: 'POST',
        path: `/api/v1/tenants/${device.tid}/user-flows`,
        token,
        json: {
          type: 'trusted_mailbox_application',
          title: 'canary',
          description: '',
          files: [],
          submit: false,
        },
      });
      if (written?.status === 200) waiting.delete(node);
      // An old session may have ended, so the person signs in again.
      else if (written?.status === 401)
        await device.call({ method: 'GET', path: `/api/v1/tenants/${device.tid}/current-user` });
    }
    if (processNow() - restoredAt > maxRecoveryMs) return undefined;
    if (waiting.size > 0) await pause(50);
  }
  return processNow() - restoredAt;
}
