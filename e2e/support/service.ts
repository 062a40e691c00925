import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Answer, Body, CallId } from '@sealflow/contract';
import { runCommand } from '../../apps/server/testing/command-process.ts';

const repository = join(import.meta.dirname, '..', '..');

/** The unencrypted sources of the demo’s documents. */
export const sample = (name: string) => join(repository, 'apps/server/demo/documents', name);

/** Runs the operator’s command line for the service under test. @returns the standard output. @throws if the command fails. */
export const sealflow = (...words: string[]): Promise<string> =>
  runCommand(words, {
    ...process.env,
    PORT: process.env['E2E_PORT'],
    DATA_DIR: process.env['E2E_DATA_DIR'],
    MASTER_KEY_FILE: process.env['E2E_MASTER_KEY_FILE'],
  });

/** Seals a file for its owner. @returns the path of the sealed file. */
export async function sealFile(
  source: string,
  { tenant, owner, out }: { tenant: { id: string }; owner: { username: string }; out: string },
): Promise<string> {
  await sealflow('seal', source, '--tenant', tenant.id, '--owner', owner.username, '--out', out);
  return out;
}

const lastLine = (text: string) => text.trim().split('\n').at(-1) ?? '';

export type Demo = Answer<'GET /api/v1/admin/demo'> & { url: string };

export const demo = async (): Promise<Demo> => JSON.parse(lastLine(await sealflow('demo', '--json')));

export const inspect = async (file: string): Promise<Record<string, unknown>> =>
  JSON.parse(lastLine(await sealflow('inspect', file, '--json')));

/** The address of the service under test. */
export const origin = () => `http://localhost:${process.env['E2E_PORT']}`;

/** A client without a device, like another program of the organisation. */
export class Client {
  readonly token: string;

  constructor(token: string) {
    this.token = token;
  }

  static async signIn(account: { username: string; password: string }): Promise<Client> {
    const { username, password } = account;
    const { token } = await new Client('').call('POST /api/v1/auth/token', '/api/v1/auth/token', {
      username,
      password,
    });
    return new Client(token);
  }

  async call<N extends CallId>(name: N, path: string, body?: Body<N>): Promise<Answer<N>> {
    const [method] = name.split(' ');
    const response = await this.fetch(path, {
      method: method ?? 'GET',
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    if (!response.ok) throw new Error(`${name}: ${response.status} ${await response.text()}`);
    return response.status === 204 ? (undefined as Answer<N>) : ((await response.json()) as Answer<N>);
  }

  fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    if (this.token !== '') headers.set('authorization', `Bearer ${this.token}`);
    return fetch(origin() + path, { ...init, headers });
  }

  /** Stores a file in the file service. @returns its uri. */
  async upload(tid: string, file: { path: string; name: string }): Promise<string> {
    const { token } = await this.call(
      'POST /api/v1/tenants/{tid}/file-token',
      `/api/v1/tenants/${tid}/file-token`,
    );
    const form = new FormData();
    form.append('file1', new Blob([await readFile(file.path)]), file.name);
    const response = await new Client(token).fetch('/api/v1/files', { method: 'POST', body: form });
    if (!response.ok) throw new Error(`upload: ${response.status} ${await response.text()}`);
    return ((await response.json()) as Answer<'POST /api/v1/files'>).uri;
  }

  /** Submits an application. @returns the application. */
  async apply(
    tid: string,
    application: Pick<Body<'POST /api/v1/tenants/{tid}/user-flows'>, 'type' | 'title' | 'files'>,
  ) {
    const { data } = await this.call(
      'POST /api/v1/tenants/{tid}/user-flows',
      `/api/v1/tenants/${tid}/user-flows`,
      {
        description: '',
        ...application,
      },
    );
    return data;
  }
}

/** A title that is unique to the run. */
export const uniqueTitle = (about: string) => `${about} ${randomUUID().slice(0, 8)}`;
