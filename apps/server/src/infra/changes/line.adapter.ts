import { randomUUID } from 'node:crypto';
import { Socket } from 'node:net';
import { Client, type Pool } from 'pg';
import type { Change } from './changes.port.ts';

const channel = 'sealflow_changes';

/** A connection that listens. */
export interface Line {
  /** Asks the server for an answer. Rejects after `patience` milliseconds, or where the server does not listen for us. */
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

/** How long a new line may take until it is known to deliver. */
const openingTime = 3000;

/**
 * Opens a line and proves it: a notification of another connection must arrive.
 * @throws Error where it does not, as behind a pooler, or on another database than the pool's.
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
  // Not by `end`, which waits for a server that may be out of reach.
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

/** Prepared once: it is asked four times a second, and after every change. */
const question = {
  name: 'listens',
  text: `select exists (select from pg_listening_channels() as c where c = '${channel}') as listens`,
};

/** Asked for each time: a pooler may answer by another connection than the one that listens. */
async function askWhetherListening(client: Client): Promise<void> {
  const { rows } = await client.query<{ listens: boolean }>(question);
  if (!rows[0]?.listens) throw new Error('the connection does not listen: it must not go through a pooler');
}

function changeOf(payload: string): Change | 'lost' {
  try {
    return JSON.parse(payload) as Change;
  } catch {
    return 'lost';
  }
}

/**
 * Rejects after a time, or once the connection is gone; what comes later is nobody's. After a standstill of the process the
 * time is over before anybody has looked whether the answer is there: it is looked for once more.
 */
async function within<T>(milliseconds: number, gone: AbortSignal, work: Promise<T>): Promise<T> {
  const { promise: never, reject } = Promise.withResolvers<never>();
  const fail = () => reject(new Error('the connection for changes does not answer'));
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
