import { Client, type ClientConfig } from 'pg';
import { connectionLimits } from './connection.util.ts';
import { DatabaseError } from './database.errors.ts';

/** Rounds of the check: a pooler that assigns its connections in turn shares one after a few rounds. */
const roundCount = 4;
const answerTimeoutMs = 5000;

/**
 * Asserts that a pooler between the service and its database applies the timeouts and supports prepared statements. Without
 * either, most calls would work and others fail at random.
 *
 * @throws DatabaseError `database.pooler_unsupported` with the missing setting, `database.unreachable`.
 */
export async function assertPoolerUsable(url: string): Promise<void> {
  const clients = [createClient(url), createClient(url)] as const;
  try {
    for (const client of clients) await client.connect().catch(throwConnectError);
    await assertTimeoutsApplied(clients[0]);
    await assertPreparedStatementsWork(clients);
  } catch (error) {
    if (error instanceof DatabaseError) throw error;
    throw new DatabaseError('database.unreachable', 'the database of DATABASE_URL cannot be used', error);
  } finally {
    await Promise.allSettled(clients.map((client) => client.end()));
  }
}

function createClient(connectionString: string): Client {
  const config: ClientConfig = { connectionString, connectionTimeoutMillis: 10_000, ...connectionLimits };
  const client = new Client({ ...config, application_name: 'sealflow' });
  // The running query reports the failure; without a listener the error would end the process.
  client.on('error', () => {});
  return client;
}

function throwConnectError(error: unknown): never {
  const isParameterRefused =
    error instanceof Error && error.message.startsWith('unsupported startup parameter');
  throw isParameterRefused
    ? unsupportedPoolerError(
        'rejects the timeout parameters: set ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout',
        error,
      )
    : new DatabaseError('database.unreachable', 'the database of DATABASE_URL cannot be used', error);
}

/** A pooler may ignore the startup parameters; then the database role must define the timeouts. */
async function assertTimeoutsApplied(client: Client): Promise<void> {
  for (const name of ['statement_timeout', 'idle_in_transaction_session_timeout']) {
    const { rows } = await client.query<{ value: string }>('select current_setting($1) as value', [name]);
    if (rows[0]?.value !== '0') continue;
    throw unsupportedPoolerError(
      `drops ${name}: set it for the role of the service by alter role … set statement_timeout = '30s' ` +
        `and alter role … set idle_in_transaction_session_timeout = '60s'`,
    );
  }
}

/** A transaction of one client makes a pooler in transaction mode assign another server connection to the other client. */
async function assertPreparedStatementsWork([one, other]: readonly [Client, Client]): Promise<void> {
  for (let round = 0; round < roundCount; round += 1) {
    await runPreparedStatement(one);
    await other.query('begin');
    await runPreparedStatement(other);
    await runPreparedStatement(one);
    await other.query('commit');
  }
}

const preparedQuery = { name: 'sealflow_pooler_check', text: 'select $1::int as value', values: [1] };

/** SQLSTATE of a prepared statement that does not exist, or already exists from another client. */
const statementCodes = new Set(['26000', '42P05']);

async function runPreparedStatement(client: Client): Promise<void> {
  const timeout = AbortSignal.timeout(answerTimeoutMs);
  const timedOut = new Promise<never>((_, reject) => {
    timeout.addEventListener(
      'abort',
      () => reject(unsupportedPoolerError('must allow at least two connections to the database')),
      {
        once: true,
      },
    );
  });
  await Promise.race([client.query(preparedQuery), timedOut]).catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (!statementCodes.has(code)) throw error;
    throw unsupportedPoolerError(
      'does not support prepared statements: set pool_mode = session, or use PgBouncer 1.21 or later with max_prepared_statements above 0',
      error,
    );
  });
}

const unsupportedPoolerError = (problem: string, cause?: unknown) =>
  new DatabaseError('database.pooler_unsupported', `the pooler of DATABASE_URL ${problem}`, cause);
