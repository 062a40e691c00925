import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';

/** Ends a connection that may be none any more. */
const leave = (client: Client): void => void client.end().catch(() => {});

// Cheaper than to open a transaction for the records that are not there.
const pending = 'exists (select from audit_pending) as pending';
const askForWork = { name: 'audit_pending', text: `select true as held, ${pending}` };
const askToLead = `select pg_try_advisory_lock(hashtext('sealflow'), hashtext('audit_leader')) as held, ${pending}`;

/** The one place among all nodes that keeps the chains. */
export interface Leadership {
  /** Tries to have it where it is not held. @returns whether this node has it, and records await their links. */
  hasWork(): Promise<boolean>;
  readonly isHeld: boolean;
  end(): Promise<void>;
}

/**
 * Holds a lock of the database on a connection of its own: the server gives it to another node as soon as that connection
 * is gone. A node whose machine went without a word is noticed by the server within about ten seconds.
 */
export function createLeadership(databaseUrl: string): Leadership {
  let client: Client | undefined;
  let isHeld = false;
  const lose = () => {
    client = undefined;
    isHeld = false;
  };
  const connected = async (): Promise<Client> => {
    if (client) return client;
    const opened = new Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis: 10_000,
      query_timeout: 10_000,
      keepAlive: true,
      application_name: 'sealflow audit',
    });
    const loseThis = () => {
      if (client === opened) lose();
    };
    opened.on('error', loseThis);
    opened.on('end', loseThis);
    await opened.connect();
    client = opened;
    await opened.query(
      'set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 2; set tcp_keepalives_count = 3',
    );
    return opened;
  };
  return {
    get isHeld() {
      return isHeld;
    },
    async hasWork() {
      const on = await connected();
      // While it leads this is the sign of life of its connection as well.
      const ask = isHeld ? askForWork : askToLead;
      try {
        const { rows } = await on.query<{ held: boolean; pending: boolean }>(ask);
        isHeld = client === on && rows[0]?.held === true;
        return isHeld && rows[0]?.pending === true;
      } catch (error) {
        lose();
        leave(on);
        throw error;
      }
    },
    async end() {
      const open = client;
      lose();
      // A server that does not answer is not waited for: the process is ending.
      if (open) await Promise.race([open.end(), wait(500, undefined, { ref: false })]);
    },
  };
}
