import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';

/** Closes a connection that may be broken already. */
const leave = (client: Client): void => void client.end().catch(() => {});

// Cheaper than a transaction that finds no pending records.
const pending = 'exists (select from audit_pending) as pending';
const askForWork = { name: 'audit_pending', text: `select true as held, ${pending}` };
const askToLead = `select pg_try_advisory_lock(hashtext('sealflow'), hashtext('audit_leader')) as held, ${pending}`;

/** Leader election among all nodes: only the leader maintains the chains. */
export interface Leadership {
  /**
   * Tries to become leader if this node is not.
   * @returns whether this node leads and records are pending.
   */
  hasWork(): Promise<boolean>;
  readonly isHeld: boolean;
  end(): Promise<void>;
}

/**
 * Holds an advisory lock on a dedicated connection. The database releases it when that connection is lost;
 * keep-alives detect a crashed machine within about ten seconds.
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
      // While this node leads, the query also checks that its connection is alive.
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
      // The process is ending, so an unresponsive server is not waited for.
      if (open) await Promise.race([open.end(), wait(500, undefined, { ref: false })]);
    },
  };
}
