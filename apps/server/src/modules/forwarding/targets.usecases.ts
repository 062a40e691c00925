import type { ChangeFeed } from '../../infra/changes/changes.port.ts';
import type { DatabaseHandle } from '../../infra/database/index.ts';
import type { OtherServer } from '../../infra/tokens/tokens.adapter.ts';
import { selectElsewhere } from './targets.repository.ts';

/** The location of a tenant's data: this service, the tenant's own server, or none yet. */
export type Target = 'here' | 'nowhere' | { readonly origin: OtherServer };

/** Maximum age of the cached list: an operator's change takes effect on every node within a second. */
const mostAge = 1000;

/**
 * Returns a function that looks up the location of a tenant's data. Few tenants have their own servers, so their list
 * is cached, and reloaded each second and after each change of a tenant.
 */
export function createTargets(db: DatabaseHandle, changes: ChangeFeed): (tid: string) => Promise<Target> {
  let list: { readAt: number; targets: Promise<ReadonlyMap<string, Target>> } | undefined;
  changes.subscribe((change) => {
    if (change === 'lost' || change.topic === 'tenant') list = undefined;
  });
  return async (tid) => {
    const now = performance.now();
    if (!list || now - list.readAt > mostAge) {
      const targets = readTargets(db);
      const fresh = { readAt: now, targets };
      list = fresh;
      // A failed read is not cached.
      targets.catch(() => {
        if (list === fresh) list = undefined;
      });
    }
    return (await list.targets).get(tid) ?? 'here';
  };
}

async function readTargets(db: DatabaseHandle): Promise<ReadonlyMap<string, Target>> {
  const rows = await selectElsewhere(db);
  return new Map(
    rows.map(({ tid, service_api }) => [
      tid,
      service_api === null ? 'nowhere' : { origin: new URL(service_api).origin as OtherServer },
    ]),
  );
}
