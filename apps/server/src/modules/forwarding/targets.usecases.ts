import type { ChangeFeed } from '../../infra/changes/changes.port.ts';
import type { DatabaseHandle } from '../../infra/database/index.ts';
import type { OtherServer } from '../../infra/tokens/tokens.adapter.ts';
import { selectElsewhere } from './targets.repository.ts';

/** Where the data of a tenant lies: in this service, on a server of its own, or nowhere yet. */
export type Target = 'here' | 'nowhere' | { readonly origin: OtherServer };

/** How old the list may be: what an operator changes holds a second later on every node. */
const mostAge = 1000;

/**
 * Where each tenant's data lies. Few tenants have servers of their own: their list is kept, and read again each second and
 * after each change of a tenant.
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
      // A reading that failed is not kept.
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
