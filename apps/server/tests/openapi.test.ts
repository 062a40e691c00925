import { calls } from '@sealflow/contract/schemas';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestService, type TestService } from '../testing/service.ts';
import { operationsOf } from './generated-client/openapi-document.ts';

let service: TestService;
let printed: string[];

beforeAll(async () => {
  service = await openTestService();
  printed = operationsOf((await service.ask(null, 'GET /api/v1/openapi.json')).json()).map(
    ({ name }) => name,
  );
});
afterAll(() => service.close());

/** What is served beside the contract, and why no client is told of it. */
const apart = [
  // The document itself.
  /^GET \/api\/v1\/openapi\.json$/,
  // Calls that only a tenant's own server knows.
  /^\w+ \/api\/v1\/tenants\/\{tid\}\/\*$/,
  // A protocol of its own: Connect describes itself by its protobuf files.
  /^\w+ (?:\/otdf\/\{tid\})?\/(?:kas\.AccessService|policy\.kasregistry\.KeyAccessServerRegistryService|wellknownconfiguration\.WellKnownService)\/\w+$/,
  // Browsers ask before they call.
  /^OPTIONS \*$/,
];

test('lists every declared call', () => {
  expect(Object.keys(calls).filter((name) => !printed.includes(name))).toEqual([]);
});

test('lists every other served route, except those that no client of the contract calls', () => {
  const served = servedRoutes(service.app.printRoutes({ commonPrefix: false }));
  expect(served.length).toBeGreaterThan(printed.length);
  const missing = served.filter((name) => !printed.includes(name) && !apart.some((one) => one.test(name)));
  expect(missing).toEqual([]);
});

/** The tree that the router prints: four characters a level, each path a part of the one above. */
function servedRoutes(tree: string): string[] {
  const above: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', part = '', methods] =
      /^((?:[│ ] {3})*)[├└]── (\S*)(?: \(([A-Z, ]+)\))?/u.exec(line) ?? [];
    if (part === '') return [];
    const depth = indent.length / 4;
    above.splice(depth, above.length, (above[depth - 1] ?? '') + part);
    const path = (above[depth] ?? '').replaceAll(/:(\w+)/g, '{$1}');
    // A HEAD is a GET without its body.
    return (methods ?? '')
      .split(', ')
      .filter((method) => method !== '' && method !== 'HEAD')
      .map((method) => `${method} ${path}`);
  });
}
