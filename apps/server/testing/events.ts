import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createService, type Service } from '../src/app/service.compose.ts';
import { connect } from '../src/infra/database/index.ts';
import type { TestService } from './service.ts';

export interface TestStream {
  readonly status: number | undefined;
  readonly headers: IncomingMessage['headers'];
  /** `event data`, as they came. */
  readonly events: string[];
  /** All that came, comments too. */
  text: string;
  isEnded: boolean;
  close(): void;
  /** Reads nothing more. */
  pause(): void;
}

/** Listens over a socket of its own. */
export function listenTo(url: string, token: string): Promise<TestStream> {
  return new Promise((resolve, reject) => {
    const asked = get(`${url}/api/v1/events`, {
      agent: false,
      headers: { authorization: `Bearer ${token}` },
    });
    asked.on('error', reject);
    asked.on('response', (answer) => {
      const { statusCode: status, headers } = answer;
      const stream: TestStream = {
        status,
        headers,
        events: [],
        text: '',
        isEnded: false,
        close: () => answer.destroy(),
        pause: () => answer.pause(),
      };
      let rest = '';
      answer.setEncoding('utf8');
      answer.on('data', (chunk: string) => {
        stream.text += chunk;
        const blocks = (rest + chunk).split('\n\n');
        rest = blocks.pop() ?? '';
        for (const block of blocks) {
          const [, event, data] = /^event: (\w+)\ndata: (.*)$/.exec(block) ?? [];
          if (event !== undefined) stream.events.push(`${event} ${data}`);
        }
      });
      answer.on('error', () => {});
      answer.on('close', () => {
        stream.isEnded = true;
      });
      resolve(stream);
    });
  });
}

export function addressOf({ app }: Pick<Service, 'app'>): string {
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
}

export interface Node extends Service {
  readonly url: string;
}

/** Another node of the same service: its own connections to the same database. */
export async function openNode(service: TestService): Promise<Node> {
  const { config, masterKey, objects, log, clock } = service;
  const database = connect({ url: service.database.url });
  const node = await createService({ config, database, masterKey, objects, log, version: '0', clock });
  await node.listen();
  return {
    ...node,
    url: addressOf(node),
    close: async () => {
      await node.close();
      await database.close();
    },
  };
}
