import { randomUUID } from 'node:crypto';
import { Socket } from 'node:net';
import { Client, type Pool } from 'pg';
import type { Change } from './changes.port.ts';

const channel = 'sealflow_changes';

/** A dedicated connection that receives NOTIFY payloads. */
export interface ListenConnection {
  /** Queries the server. Rejects after `timeoutMs`, or if the server session does not listen on the channel. */
  ping(timeoutMs: number): Promise<void>;
  /** Aborted once the connection is gone. */
  readonly closed: AbortSignal;
  destroy(): void;
}

export interface ListenOptions {
  url: string;
  pool: Pool;
  onChange: (change: Change | 'lost') => void;
}

/** Time limit for each step of opening a connection. */
const openTimeoutMs = 3000;

/**
 * Opens a connection and proves that it receives a notification sent by another connection.
 * @throws Error if it does not, for example behind a pooler, or on a database other than the pool's.
 */
export async function openListenConnection({
  url,
  pool,
  onChange,
}: ListenOptions): Promise<ListenConnection> {
  const socket = new Socket();
  const closed = new AbortController();
  const client = new Client({
    connectionString: url,
    stream: () => socket,
    keepAlive: true,
    connectionTimeoutMillis: openTimeoutMs,
    application_name: 'sealflow changes',
  });
  // `client.end()` would wait for a server that may be unreachable.
  const destroy = () => void socket.destroy();
  client.on('error', () => closed.abort());
  client.on('end', () => closed.abort());
  socket.on('close', () => closed.abort());
  const probe = randomUUID();
  const { promise: delivered, resolve: deliver } = Promise.withResolvers<void>();
  client.on('notification', ({ payload = '' }) => {
    if (payload === `probe ${probe}`) deliver();
    if (!payload.startsWith('probe ')) onChange(parseChange(payload));
  });
  const ping = (timeoutMs: number) => withTimeout(timeoutMs, closed.signal, assertListening(client));
  try {
    await withTimeout(openTimeoutMs, closed.signal, connectAndListen(client));
    const notified = pool.query('select pg_notify($1, $2)', [channel, `probe ${probe}`]);
    await withTimeout(openTimeoutMs, closed.signal, notified);
    await withTimeout(openTimeoutMs, closed.signal, delivered);
    return { ping, closed: closed.signal, destroy };
  } catch (error) {
    destroy();
    throw error;
  }
}

async function connectAndListen(client: Client): Promise<void> {
  await client.connect();
  await client.query(`listen ${channel}`);
}

/** A prepared statement: it runs four times a second and after every change. */
const listeningQuery = {
  name: 'listens',
  text: `select exists (select from pg_listening_channels() as c where c = '${channel}') as listens`,
};

/** Checks for every ping: a pooler may answer on a connection other than the one that listens. */
async function assertListening(client: Client): Promise<void> {
  const { rows } = await client.query<{ listens: boolean }>(listeningQuery);
  if (!rows[0]?.listens)
    throw new Error('change feed connection does not listen: it must not go through a connection pooler');
}

function parseChange(payload: string): Change | 'lost' {
  try {
    return JSON.parse(payload) as Change;
  } catch {
    return 'lost';
  }
}

/**
 * Rejects after a timeout, or once the connection is closed; a later result is ignored. After a stall of the process the timer
 * fires before the answer that already arrived is read, so the rejection waits for one more turn of the event loop.
 */
async function withTimeout<T>(timeoutMs: number, closed: AbortSignal, work: Promise<T>): Promise<T> {
  const { promise: failure, reject } = Promise.withResolvers<never>();
  const fail = () => reject(new Error('change feed connection timed out or closed'));
  const timer = setTimeout(() => setImmediate(fail), timeoutMs);
  closed.addEventListener('abort', fail, { once: true });
  if (closed.aborted) fail();
  work.catch(() => {});
  try {
    return await Promise.race([work, failure]);
  } finally {
    clearTimeout(timer);
    closed.removeEventListener('abort', fail);
  }
}
