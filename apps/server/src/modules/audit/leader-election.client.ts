import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';

/** Closes a connection that may be broken already. */
const closeQuietly = (client: Client): void => void client.end().catch(() => {});

// Cheaper than a transaction that finds no pending records. Without the second row, pending records were lost.
const pending =
  '(exists (select from audit_pending) or not exists (select from audit_pending_start)) as pending';
const pendingQuery = { name: 'audit_pending', text: `select true as held, ${pending}` };
const acquireQuery = `select pg_try_advisory_lock(hashtext('sealflow'), hashtext('audit_leader')) as held, ${pending}`;

/** Leader election among all nodes: only the leader maintains the chains. */
export interface LeaderElection {
  /**
   * Tries to become leader if this node is not.
   * @returns whether this node leads and records are pending.
   */
  tryLeadAndCheckPending(): Promise<boolean>;
  readonly isLeader: boolean;
  close(): Promise<void>;
}

/**
 * Holds an advisory lock on a dedicated connection. The database releases it when that connection is lost;
 * keep-alives detect a crashed machine within about ten seconds.
 */
export function createLeaderElection(databaseUrl: string): LeaderElection {
  let client: Client | undefined;
  let isLeader = false;
  const resetLeadership = () => {
    client = undefined;
    isLeader = false;
  };
  const requireConnection = async (): Promise<Client> => {
    if (client) return client;
    const opened = new Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis: 10_000,
      query_timeout: 10_000,
      keepAlive: true,
      application_name: 'sealflow audit',
    });
    const onConnectionLost = () => {
      if (client === opened) resetLeadership();
    };
    opened.on('error', onConnectionLost);
    opened.on('end', onConnectionLost);
    await opened.connect();
    client = opened;
    await opened.query(
      'set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 2; set tcp_keepalives_count = 3',
    );
    return opened;
  };
  return {
    get isLeader() {
      return isLeader;
    },
    async tryLeadAndCheckPending() {
      const connection = await requireConnection();
      // While this node leads, the query also checks that its connection is alive.
      const query = isLeader ? pendingQuery : acquireQuery;
      try {
        const { rows } = await connection.query<{ held: boolean; pending: boolean }>(query);
        isLeader = client === connection && rows[0]?.held === true;
        return isLeader && rows[0]?.pending === true;
      } catch (error) {
        resetLeadership();
        closeQuietly(connection);
        throw error;
      }
    },
    async close() {
      const openClient = client;
      resetLeadership();
      // The process is ending, so an unresponsive server is not waited for.
      if (openClient) await Promise.race([openClient.end(), wait(500, undefined, { ref: false })]);
    },
  };
}
