import { randomUUID } from 'node:crypto';
import { Socket } from 'node:net';
import { Client, type Pool } from 'pg';
import type { Change } from './changes.port.ts';

const channel = 'sealflow_changes';

/** A dedicated connection that receives NOTIFY payloads. */
export interface Line {
  /** Queries the server. Rejects after `timeoutMs`, or if the server session does not listen on the channel. */
  ask(patience: number): Promise<void>;
  /** Aborted once the connection is gone. */
  readonly closed: AbortSignal;
  cut(): void;
}

export interface LineOptions {
  url: string;
  pool: Pool;
  onChange: (change: Change | 'lost') => void;
}

/** Time limit for each step of opening a connection. */
const openingTime = 3000;

/**
 * Opens a connection and proves that it receives a notification sent by another connection.
 * @throws Error if it does not, for example behind a pooler, or on a database other than the pool's.
 */
export async function openLine({ url, pool, onChange }: LineOptions): Promise<Line> {
  const socket = new Socket();
  const gone = new AbortController();
  const client = new Client({
    connectionString: url,
    stream: () => socket,
    keepAlive: true,
    connectionTimeoutMillis: openingTime,
    application_name: 'sealflow changes',
  });
  // `client.end()` would wait for a server that may be unreachable.
  const cut = () => void socket.destroy();
  client.on('error', () => gone.abort());
  client.on('end', () => gone.abort());
  socket.on('close', () => gone.abort());
  const probe = randomUUID();
  const { promise: delivered, resolve: deliver } = Promise.withResolvers<void>();
  client.on('notification', ({ payload = '' }) => {
    if (payload === `probe ${probe}`) deliver();
    if (!payload.startsWith('probe ')) onChange(changeOf(payload));
  });
  const ask = (patience: number) => within(patience, gone.signal, askWhetherListening(client));
  try {
    await within(openingTime, gone.signal, connectAndListen(client));
    const told = pool.query('select pg_notify($1, $2)', [channel, `probe ${probe}`]);
    await within(openingTime, gone.signal, told);
    await within(openingTime, gone.signal, delivered);
    return { ask, closed: gone.signal, cut };
  } catch (error) {
    cut();
    throw error;
  }
}

async function connectAndListen(client: Client): Promise<void> {
  await client.connect();
  await client.query(`listen ${channel}`);
}

/** A prepared statement: it runs four times a second and after every change. */
const question = {
  name: 'listens',
  text: `select exists (select from pg_listening_channels() as c where c = '${channel}') as listens`,
};

/** Checks for every ping: a pooler may answer on a connection other than the one that listens. */
async function askWhetherListening(client: Client): Promise<void> {
  const { rows } = await client.query<{ listens: boolean }>(question);
  if (!rows[0]?.listens) throw new Error('change feed connection does not listen: it must not go through a connection pooler');
}

function changeOf(payload: string): Change | 'lost' {
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
async function within<T>(milliseconds: number, gone: AbortSignal, work: Promise<T>): Promise<T> {
  const { promise: never, reject } = Promise.withResolvers<never>();
  const fail = () => reject(new Error('change feed connection timed out or closed'));
  const timer = setTimeout(() => setImmediate(fail), milliseconds);
  gone.addEventListener('abort', fail, { once: true });
  if (gone.aborted) fail();
  work.catch(() => {});
  try {
    return await Promise.race([work, never]);
  } finally {
    clearTimeout(timer);
    gone.removeEventListener('abort', fail);
  }
}
