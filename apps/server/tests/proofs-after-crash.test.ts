import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, type DatabaseConnection } from '../src/infra/database/connection.util.ts';
import { migrate } from '../src/infra/database/migrate.util.ts';
import { insertProofUse } from '../src/modules/accounts/devices/proof-uses.repository.ts';
import { eventually } from '../testing/eventually.ts';
import { registerOwnRelease } from '../testing/nodes.ts';
import { type StartedServer, startTestServer } from '../testing/postgres.setup.ts';

let server: StartedServer;
let database: DatabaseConnection;
const second = 1000;

beforeAll(async () => {
  // A server of its own, because a crash closes the connections of all databases.
  server = await startTestServer();
  database = connect({ url: server.administrationUrl, maximumConnections: 2 });
  await migrate(database.handle);
  await registerOwnRelease(database.handle);
  await sql`checkpoint`.execute(database.handle);
});
afterAll(async () => {
  await database.close();
  await server.stop();
});

const use = (jti: string, now: number, issuedAt = now) =>
  insertProofUse(database.handle, { thumbprint: 'key', jti, issuedAt, staleAt: issuedAt + 300_000 }, now);

test('after a crash of the database a used proof is rejected, and a new one accepted', async () => {
  const now = Date.now() + second;
  expect(await use('used', now)).toBe('new');
  expect(await use('used', now)).toBe('reused');
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database.handle);
  // The loss of one process is a crash: the server closes all connections and recovers.
  for (const { pid } of rows) process.kill(pid, 'SIGKILL');
  await eventually(async () => {
    const found =
      await sql`select from recent_proof_uses union all select from recent_proof_uses_start`.execute(
        database.handle,
      );
    expect(found.rows).toEqual([]);
  });
  const recovered = now + 5 * second;
  expect(await use('used', recovered, now)).toEqual({ earlyUntil: recovered + second });
  expect(await use('used', recovered + 2 * second, now)).toEqual({ earlyUntil: recovered + second });
  const next = recovered + 2 * second;
  expect(await use('next', next)).toBe('new');
  expect(await use('next', next)).toBe('reused');
});
