import type { TestService } from '../../apps/server/testing/service.ts';
import type { Device } from './device.ts';
import type { Line } from './line.ts';

/** A fault put in on purpose: whoever looks for faults has to find it. */
export interface Plant {
  readonly spoilLine?: (line: Line, service: TestService) => void;
  readonly spoilDevice?: (device: Device) => void;
}

export const plants = {
  'an outbox that makes a new key at each try': {
    spoilLine: (line) => {
      line.change = (sent) =>
        'idempotency-key' in sent.headers
          ? { ...sent, headers: { ...sent.headers, 'idempotency-key': crypto.randomUUID() } }
          : sent;
    },
  },
  'an outbox that says nothing of a refusal': {
    spoilDevice: (device) => {
      const entries = device.entries;
      device.afterFlush = async () => {
        for (const { seq, state } of await entries())
          if (state === 'refused') await device.outbox?.dismiss(seq);
      };
    },
  },
  'an outbox that forgets what waits when the app is killed': {
    spoilDevice: (device) => {
      device.afterKill = async () => {
        const sql = await device.platform.openDatabase('edsAPP.db');
        await sql.run("delete from outbox where state = 'waiting'");
      };
    },
  },
  'a service that forgets its keys': {
    spoilLine: (line, { db }) => {
      line.before = async () => void (await db.deleteFrom('workflow_requests').execute());
    },
  },
  'a service that loses remarks': {
    spoilLine: (line, { db }) => {
      line.after = async () => void (await db.updateTable('flow_tasks').set({ note: null }).execute());
    },
  },
} as const satisfies Record<string, Plant>;
