import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

// The minimal Node server, the reference of all measurements.
const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end('{"total":0,"data":[]}');
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`ready http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
