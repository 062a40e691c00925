import type { ChangeFeed } from '../../infra/changes/changes.port.ts';
import type { DatabaseHandle } from '../../infra/database/index.ts';
import type { ServerOrigin } from '../../infra/tokens/tokens.util.ts';
import { selectRemoteTenants } from './targets.repository.ts';

/** The location of a tenant's data: this service, the tenant's own server, or none yet. */
export type Target = 'here' | 'nowhere' | { readonly origin: ServerOrigin };

/** Maximum age of the cached list: an operator's change takes effect on every node within a second. */
const maxAgeMs = 1000;

/**
 * Returns a function that looks up the location of a tenant's data. Few tenants have their own servers, so their list
 * is cached, and reloaded each second and after each change of a tenant.
 */
export function createTargetLookup(
  db: DatabaseHandle,
  changes: ChangeFeed,
): (tid: string) => Promise<Target> {
  let cached: { readAt: number; targets: Promise<ReadonlyMap<string, Target>> } | undefined;
  changes.subscribe((change) => {
    if (change === 'lost' || change.topic === 'tenant') cached = undefined;
  });
  return async (tid) => {
    const now = performance.now();
    if (!cached || now - cached.readAt > maxAgeMs) {
      const targets = readTargets(db);
      const newEntry = { readAt: now, targets };
      cached = newEntry;
      // A failed read is not cached.
      targets.catch(() => {
        if (cached === newEntry) cached = undefined;
      });
    }
    return (await cached.targets).get(tid) ?? 'here';
  };
}

async function readTargets(db: DatabaseHandle): Promise<ReadonlyMap<string, Target>> {
  const rows = await selectRemoteTenants(db);
  return new Map(
    rows.map(({ tid, service_api }) => [
      tid,
      service_api === null ? 'nowhere' : { origin: new URL(service_api).origin as ServerOrigin },
    ]),
  );
}
