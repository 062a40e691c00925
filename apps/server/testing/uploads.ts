import type { LightMyRequestResponse } from 'fastify';
import { password } from './accounts.ts';
import type { TestService } from './service.ts';

export async function fileTokenOf(service: TestService, username: string, tid = 't-one'): Promise<string> {
  const { token } = await service.signIn(username, password);
  return (await service.ask(token, `POST /api/v1/tenants/${tid}/file-token`)).json().token;
}

/** Uploads one file as the app does. */
export function sendFile(
  service: TestService,
  token: string,
  bytes: Uint8Array | string,
  {
    url = '/api/v1/files',
    name = 'a.bin',
    type = 'image/jpg',
    headers = {},
  }: { url?: string; name?: string; type?: string; headers?: Record<string, string> } = {},
): Promise<LightMyRequestResponse> {
  const head = `--x\r\ncontent-disposition: form-data; name="file1"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`;
  return service.app.inject({
    method: 'POST',
    url,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'multipart/form-data; boundary=x',
      ...headers,
    },
    payload: Buffer.concat([
      Buffer.from(head),
      Buffer.from(bytes as Uint8Array),
      Buffer.from('\r\n--x--\r\n'),
    ]),
  });
}
