import type { KeyService } from './key-service.ts';

export async function get({ url, operator }: KeyService, path: string): Promise<Record<string, unknown>> {
  return answered(await fetch(url + path, { headers: { authorization: `Bearer ${operator}` } }));
}

export async function post(url: string, body: object, token?: string): Promise<Record<string, unknown>> {
  return answered(
    await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify(body),
    }),
  );
}

async function answered(response: Response): Promise<Record<string, unknown>> {
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status} ${text}`);
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
}
