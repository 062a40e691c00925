import type { Gate } from '../infra/http/access.port.ts';
import type { Forward } from '../infra/http/forward.port.ts';
import { createRelay, type Relay } from '../infra/outbound/relay.adapter.ts';
import { createForward } from '../modules/forwarding/forward.adapter.ts';
import { createHostTokens } from '../modules/forwarding/host-tokens.adapter.ts';
import { createTargets } from '../modules/forwarding/targets.usecases.ts';
import { withForwarded } from './forwarded-gate.adapter.ts';
import { createGate } from './gate.adapter.ts';
import type { Parts } from './parts.port.ts';

/** Accepts calls that trusted hosts forward, and forwards calls to the tenants' own servers. */
export function meetOtherServers(parts: Parts): { gate: Gate; forward: Forward; relay: Relay } {
  const { accounts, changes, clock, config, database, db, publicUrl } = parts;
  const { trustedHosts: hosts, allowPrivateServiceApi: allowPrivate } = config;
  const own = createGate(accounts);
  const hostTokens = createHostTokens({ hosts, publicUrl, clock });
  const gate = hosts.length === 0 ? own : withForwarded(own, { pool: database.pool, hostTokens });
  const relay = createRelay({ allowPrivate });
  const { tokens } = accounts;
  const forward = createForward({ targetOf: createTargets(db, changes), relay, tokens, clock });
  return { gate, forward, relay };
}
