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

/** Routes outside the contract, with the reason why the document omits them. */
const apart = [
  // The OpenAPI document itself.
  /^GET \/api\/v1\/openapi\.json$/,
  // Operations that only the separate server of a tenant implements.
  /^\w+ \/api\/v1\/tenants\/\{tid\}\/\*$/,
  // A separate protocol: protobuf files describe the Connect routes.
  /^\w+ (?:\/otdf\/\{tid\})?\/(?:kas\.AccessService|policy\.kasregistry\.KeyAccessServerRegistryService|wellknownconfiguration\.WellKnownService)\/\w+$/,
  // Browsers send preflight requests.
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

/** Parses the route tree of the router: four characters per level, each segment extends its parent's path. */
function servedRoutes(tree: string): string[] {
  const above: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', part = '', methods] =
      /^((?:[│ ] {3})*)[├└]── (\S*)(?: \(([A-Z, ]+)\))?/u.exec(line) ?? [];
    if (part === '') return [];
    const depth = indent.length / 4;
    above.splice(depth, above.length, (above[depth - 1] ?? '') + part);
    const path = (above[depth] ?? '').replaceAll(/:(\w+)/g, '{$1}');
    // Every GET route also has a HEAD route.
    return (methods ?? '')
      .split(', ')
      .filter((method) => method !== '' && method !== 'HEAD')
      .map((method) => `${method} ${path}`);
  });
}
