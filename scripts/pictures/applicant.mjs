// Submits applications as a member of an organisation, with HTTP calls to the service.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { origin } from './service-and-pages.mjs';

/** Signs in. @returns a function that submits an application, with the files at the given paths. */
export async function createApplicant({ username, password }, tid) {
  const { token } = await post('', '/api/v1/auth/token', { username, password });
  return async ({ type, title, description, paths = [], details }) => {
    const files = [];
    for (const path of paths) files.push(await upload(token, tid, path));
    const application = { type, title, description, files, ...(details === undefined ? {} : { details }) };
    await post(token, `/api/v1/tenants/${tid}/user-flows`, application);
  };
}

/** Stores a file in the file service. @returns its URI. */
async function upload(token, tid, path) {
  const fileToken = await post(token, `/api/v1/tenants/${tid}/file-token`);
  const form = new FormData();
  form.append('file1', new Blob([readFileSync(path)]), basename(path));
  const { uri } = await post(fileToken.token, '/api/v1/files', form);
  return uri;
}

async function post(token, path, body) {
  const isJson = body !== undefined && !(body instanceof FormData);
  const response = await fetch(origin + path, {
    method: 'POST',
    headers: {
      ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
      ...(isJson ? { 'content-type': 'application/json' } : {}),
    },
    body: isJson ? JSON.stringify(body) : body,
  });
  if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${await response.text()}`);
  return response.json();
}
