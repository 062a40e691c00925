// Parse Server as its guide sets it up: a class with a schema, permissions and indexes, no limits on requests.
import { createServer } from 'node:http';
import express from 'express';
import { ParseServer } from 'parse-server';

const { DATABASE_URL: databaseURI, MASTER_KEY: masterKey, PORT } = process.env;
const serverURL = `http://127.0.0.1:${PORT}/parse`;
const server = new ParseServer({
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
await server.start();
const app = express();
app.use('/parse', server.app);
createServer(app).listen(Number(PORT), '127.0.0.1', () => process.stdout.write(`ready ${serverURL}\n`));
