import type { Authenticator } from '../infra/http/access.port.ts';
import type { Forward } from '../infra/http/forward.port.ts';
import { createRelay, type Relay } from '../infra/outbound/relay.client.ts';
import { createForward } from '../modules/forwarding/forward.adapter.ts';
import { createHostTokens } from '../modules/forwarding/host-tokens.client.ts';
import { createTargetLookup } from '../modules/forwarding/targets.usecases.ts';
import { createAuthenticator } from './authenticator.adapter.ts';
import { withForwardedTokens } from './forwarded-authenticator.adapter.ts';
import type { ServiceContext } from './service-context.types.ts';

/** Accepts calls that trusted hosts forward, and forwards calls to the tenants' own servers. */
export function createForwarding(context: ServiceContext): {
  authenticator: Authenticator;
  forward: Forward;
  relay: Relay;
} {
  const { accounts, changes, clock, config, database, db, publicUrl } = context;
  const { trustedHosts: hosts, allowPrivateServiceApi: allowPrivate } = config;
  const ownAuthenticator = createAuthenticator(accounts);
  const hostTokens = createHostTokens({ hosts, publicUrl, clock });
  const authenticator =
    hosts.length === 0
      ? ownAuthenticator
      : withForwardedTokens(ownAuthenticator, { pool: database.pool, hostTokens });
  const relay = createRelay({ allowPrivate });
  const { tokens } = accounts;
  const forward = createForward({ findTarget: createTargetLookup(db, changes), relay, tokens, clock });
  return { authenticator, forward, relay };
}
