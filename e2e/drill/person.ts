import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Acknowledged } from './deployment.ts';

/** A person of the organisation who signs in by a password, without a device. */
export interface Person {
  readonly token: string;
  readonly tid: string;
}

export async function signIn(
  url: string,
  credentials: { username: string; password: string; tid: string },
): Promise<Person> {
  const { username, password, tid } = credentials;
  const { token } = (await call(url, '', 'POST /api/v1/auth/token', { username, password })) as {
    token: string;
  };
  return { token, tid };
}

/** @throws Error with the response if the service rejects the request. */
export async function call(url: string, token: string, callID: string, body?: object): Promise<unknown> {
  const [method = 'GET', path = ''] = callID.split(' ');
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!response.ok) throw new Error(`${callID} has the status ${response.status}: ${await response.text()}`);
  return response.status === 204 ? undefined : response.json();
}

async function fileToken(url: string, { token, tid }: Person): Promise<string> {
  const body = await call(url, token, `POST /api/v1/tenants/${tid}/file-token`);
  return (body as { token: string }).token;
}

/** Stores a file and submits an application with it. Acknowledged results are added to `acknowledged`. */
async function applyWithFile(url: string, person: Person, acknowledged: Acknowledged): Promise<void> {
  const bytes = randomBytes(20_000);
  const form = new FormData();
  form.append('file1', new Blob([bytes]), `${randomUUID()}.bin`);
  const stored = await fetch(`${url}/api/v1/files`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await fileToken(url, person)}` },
    body: form,
  });
  if (!stored.ok) throw new Error(`an upload has the status ${stored.status}`);
  const { uri } = (await stored.json()) as { uri: string };
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const title = `drill ${randomUUID()}`;
  const callID = `POST /api/v1/tenants/${person.tid}/user-flows`;
  const body = { type: 'file_out', title, description: '', files: [uri] };
  const { data } = (await call(url, person.token, callID, body)) as { data: { id: string } };
  acknowledged.files.push({ uri, sha256 });
  acknowledged.flows.push({ id: data.id, title });
}

/** @throws Error if acknowledged data is missing or changed. */
export async function checkAcknowledged(
  url: string,
  person: Person,
  acknowledged: Acknowledged,
): Promise<void> {
  for (const { id, title } of acknowledged.flows) {
    const { data } = (await call(url, person.token, `GET /api/v1/tenants/${person.tid}/flows/${id}`)) as {
      data: { title: string };
    };
    if (data.title !== title) throw new Error(`application ${id} has changed`);
  }
  const token = await fileToken(url, person);
  for (const { uri, sha256 } of acknowledged.files) {
    const response = await fetch(`${url}/api/v1/files/${uri}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    if (createHash('sha256').update(bytes).digest('hex') !== sha256)
      throw new Error(`file ${uri} has the status ${response.status} or other bytes`);
  }
}

/** Submits applications until `end` is aborted. @returns the failures. */
export async function submitApplications(
  url: string,
  person: Person,
  { acknowledged, end }: { acknowledged: Acknowledged; end: AbortSignal },
): Promise<string[]> {
  const failures: string[] = [];
  while (!end.aborted) {
    await applyWithFile(url, person, acknowledged).catch((error: unknown) => failures.push(String(error)));
    await pause(20);
  }
  return failures;
}
