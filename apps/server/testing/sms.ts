import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Sms } from '../src/infra/sms/sms.port.ts';

/** An SMS gateway that stores the messages that it receives. */
export interface TestSms {
  /** Value for `SMS_URL`. */
  readonly url: string;
  readonly messages: readonly Sms[];
  readonly headers: readonly IncomingHttpHeaders[];
  /** Sets the response status. With 0 the gateway never responds. */
  respondWith(status: number, location?: string): void;
  close(): Promise<void>;
}

/** Listens on a free port of this machine. */
export async function openTestSms(): Promise<TestSms> {
  const messages: Sms[] = [];
  const headers: IncomingHttpHeaders[] = [];
  let configured: { status: number; location: string | undefined } = { status: 200, location: undefined };
  const server = createServer((request, response) => {
    headers.push(request.headers);
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => {
      body += chunk;
    });
    request.on('end', () => {
      const { status, location } = configured;
      if (status >= 200 && status < 300) messages.push(JSON.parse(body) as Sms);
      if (status > 0) response.writeHead(status, location ? { location } : {}).end('{}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/sms`,
    messages,
    headers,
    respondWith: (status, location) => {
      configured = { status, location };
    },
    close: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
