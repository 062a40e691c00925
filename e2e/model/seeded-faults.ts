import type { TestService } from '../../apps/server/testing/service.ts';
import type { Connection } from './connection.ts';
import type { Device } from './device.ts';

/** A deliberate fault that the search must find. */
export interface SeededFault {
  readonly applyToConnection?: (connection: Connection, service: TestService) => void;
  readonly applyToDevice?: (device: Device) => void;
}

export const seededFaults = {
  'an outbox that creates a new idempotency key for each attempt': {
    applyToConnection: (connection) => {
      connection.transformRequest = (sent) =>
        'idempotency-key' in sent.headers
          ? { ...sent, headers: { ...sent.headers, 'idempotency-key': crypto.randomUUID() } }
          : sent;
    },
  },
  'an outbox that drops refusals': {
    applyToDevice: (device) => {
      const entries = device.entries;
      device.afterFlush = async () => {
        for (const { seq, state } of await entries())
          if (state === 'refused') await device.outbox?.dismiss(seq);
      };
    },
  },
  'an outbox that loses waiting entries when the app is killed': {
    applyToDevice: (device) => {
      device.afterKill = async () => {
        const sql = await device.platform.openDatabase('edsAPP.db');
        await sql.run("delete from outbox where state = 'waiting'");
      };
    },
  },
  'a service that loses its idempotency keys': {
    applyToConnection: (connection, { db }) => {
      connection.beforeExecution = async () => void (await db.deleteFrom('workflow_requests').execute());
    },
  },
  'a service that loses remarks': {
    applyToConnection: (connection, { db }) => {
      connection.afterExecution = async () =>
        void (await db.updateTable('flow_tasks').set({ note: null }).execute());
    },
  },
} as const satisfies Record<string, SeededFault>;
