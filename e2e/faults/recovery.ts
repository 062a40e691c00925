import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from './client.ts';
import type { Device } from './device.ts';
import { ownNow } from './own-time.ts';

/** After what was broken is mended, every node works again within this time; that is an invariant of its own. */
export const recoveryLimitMs = 60_000;

/**
 * Waits until each node says that it is ready, lets a person in and writes for them.
 * @returns how long that took in milliseconds; undefined where it took too long.
 */
export async function recover({
  client,
  device,
  since,
}: {
  client: Client;
  device: Device;
  /** When mending began. */
  since: number;
}): Promise<number | undefined> {
  const waiting = new Set(client.nodes);
  while (waiting.size > 0) {
    for (const node of waiting) {
      const ready = await client.attempt(node, { method: 'GET', path: '/readyz', ownForm: true });
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
      // A session of before may be over: the person signs in again.
      else if (written?.status === 401)
        await device.call({ method: 'GET', path: `/api/v1/tenants/${device.tid}/current-user` });
    }
    if (ownNow() - since > recoveryLimitMs) return undefined;
    if (waiting.size > 0) await pause(50);
  }
  return ownNow() - since;
}
