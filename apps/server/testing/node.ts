import type { AddressInfo } from 'node:net';
import { createService, type Service, type ServiceOptions } from '../src/app/service.compose.ts';
import { connect } from '../src/infra/database/index.ts';
import type { TestService } from './service.ts';

export interface Node extends Service {
  readonly url: string;
}

/** Opens another node of the same service, which has its own connections to the same database and listens. */
export async function openNode(service: TestService, options: Partial<ServiceOptions> = {}): Promise<Node> {
  const { config, masterKey, objects, log, clock } = service;
  const database = connect({ url: service.database.url });
  const node = await createService({
    config,
    database,
    masterKey,
    objects,
    log,
    version: '0',
    clock,
    ...options,
  });
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

export function addressOf({ app }: Pick<Service, 'app'>): string {
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
}
