import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { SignInAnswer } from '@sealflow/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoPassword } from '../src/app/demo/demo-people.table.ts';
import { openServicePlace, type ServicePlace, type ServiceProcess } from './service-process.ts';

let place: ServicePlace;
let stopped: ServiceProcess;
let other: ServiceProcess;
beforeAll(async () => {
  place = await openServicePlace();
  stopped = await place.start();
  other = await place.start();
});
afterAll(() => place.close());

const signIn = async (): Promise<SignInAnswer> => {
  const response = await fetch(`${other.url}/api/v1/auth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'lina', password: demoPassword }),
  });
  return (await response.json()) as SignInAnswer;
};
const post = (token: string, path: string) =>
  fetch(`${other.url}/api/v1/${path}`, { method: 'POST', headers: { authorization: `Bearer ${token}` } });

/** A connection that is open before the process is suspended. The kernel queues what the client sends. */
class Line {
  readonly #socket: Socket;
  #received = '';

  constructor(url: string) {
    const { hostname, port } = new URL(url);
    this.#socket = connect({ host: hostname, port: Number(port) });
    this.#socket.on('data', (chunk) => {
      this.#received += String(chunk);
    });
  }

  send(token: string, path: string): void {
    this.#received = '';
    this.#socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n\r\n`);
  }

  /** Status of the response; undefined before it arrives. */
  get status(): number | undefined {
    const [, status] = /^HTTP\/1.1 (\d+)/.exec(this.#received) ?? [];
    return status === undefined ? undefined : Number(status);
  }

  close(): void {
    this.#socket.destroy();
  }
}

test('a suspended node does not authorize anybody from its cache when it resumes', async () => {
  const { token, tenants } = await signIn();
  const tid = tenants[0]?.id ?? '';
  const remainingSession = await signIn();
  const paths = [
    '/api/v1/devices',
    `/api/v1/tenants/${tid}/current-user`,
    `/api/v1/tenants/${tid}/user-flows?limit=0`,
  ];
  const lines = Array.from({ length: 9 }, () => new Line(stopped.url));
  const askAll = (of: string) => lines.forEach((line, index) => line.send(of, paths[index % 3] ?? ''));
  const allSay = (status: number) =>
    expect.poll(() => lines.map((line) => line.status), { interval: 5 }).toEqual(lines.map(() => status));
  for (const _ of [1, 2, 3]) {
    askAll(token);
    await allSay(200);
  }
  process.kill(stopped.pid, 'SIGSTOP');
  try {
    expect((await post(token, 'auth/logout')).status).toBe(204);
    askAll(token);
    // Longer than the validity of the proof. The queued requests precede all work of the resumed node.
    await pause(5000);
  } finally {
    process.kill(stopped.pid, 'SIGCONT');
  }
  await allSay(401);
  askAll(remainingSession.token);
  await allSay(200);
  for (const line of lines) line.close();
});
