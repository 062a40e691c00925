// Parse Server as its guide sets it up: a class with a schema, permissions and indexes, no limits on requests.
import { ParseServer } from 'parse-server';

const { DATABASE_URL: databaseURI, MASTER_KEY: masterKey, PORT } = process.env;
const serverURL = `http://127.0.0.1:${PORT}/parse`;
await ParseServer.startApp({
  port: Number(PORT),
  host: '127.0.0.1',
  mountPath: '/parse',
  databaseURI,
  appId: 'bench',
  masterKey,
  serverURL,
  allowClientClassCreation: false,
  logLevel: 'error',
  silent: true,
  schema: {
    strict: false,
    definitions: [
      {
        className: 'Task',
        fields: {
          flow: { type: 'String' },
          step: { type: 'String' },
          state: { type: 'String' },
          outcome: { type: 'String' },
          note: { type: 'String' },
          title: { type: 'String' },
          description: { type: 'String' },
          processTime: { type: 'Date' },
          assignee: { type: 'Pointer', targetClass: '_User' },
        },
        indexes: { mine: { assignee: 1, state: 1, step: 1, createdAt: -1 } },
        classLevelPermissions: {
          find: { requiresAuthentication: true },
          count: { requiresAuthentication: true },
          get: { requiresAuthentication: true },
          update: { requiresAuthentication: true },
          create: {},
          delete: {},
        },
      },
    ],
  },
});
process.stdout.write(`ready ${serverURL}\n`);
