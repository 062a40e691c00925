import { createPrivateKey, createPublicKey } from 'node:crypto';
import { connect } from '../src/infra/database/connection.util.ts';
import { openFolderStore } from '../src/infra/objects/folder.adapter.ts';
import type { ObjectStore } from '../src/infra/objects/objects.port.ts';
import { createStatements } from '../src/infra/tokens/statements.util.ts';
import { archiveApplications } from '../src/modules/archives/archiving.usecases.ts';

/** The step at which the process kills itself; `never` for the whole run. */
export type KillStep =
  | 'before the write'
  | 'after the write'
  | 'after the check'
  | 'after the commit'
  | 'never';

interface Order {
  readonly databaseUrl: string;
  readonly objectsFolder: string;
  readonly key: string;
  readonly tid: string;
  readonly before: number;
  readonly step: KillStep;
}

const order = JSON.parse(process.argv[2] ?? '{}') as Order;
const killAt = (step: KillStep): void => {
  if (order.step === step) process.kill(process.pid, 'SIGKILL');
};

const database = connect({ url: order.databaseUrl });
const store = await openFolderStore(order.objectsFolder);
const objects: ObjectStore = {
  ...store,
  put: async (key, content) => {
    killAt('before the write');
    const stored = await store.put(key, content);
    killAt('after the write');
    return stored;
  },
  // The objects of deleted applications are deleted after the commit.
  delete: async (key) => {
    killAt('after the commit');
    await store.delete(key);
  },
};
const privateKey = createPrivateKey(order.key);
const publicJwk = { ...createPublicKey(order.key).export({ format: 'jwk' }), kid: 'test' };
const key = { kid: 'test', publicJwk, privateKey, signsFrom: 0, verifiesUntil: null, withdrawnAt: null };
const statements = createStatements({ list: () => [key] }, Date.now);
const archived = await archiveApplications(
  {
    chains: {
      db: database.handle,
      clock: Date.now,
      statements: {
        ...statements,
        read: (type, statement) => {
          const found = statements.read(type, statement);
          killAt('after the check');
          return found;
        },
      },
      publicUrl: () => 'http://localhost',
      file: '',
      publishing: undefined,
    },
    objects,
  },
  { tid: order.tid, before: new Date(order.before) },
);
await database.close();
process.stdout.write(`${archived}`);
