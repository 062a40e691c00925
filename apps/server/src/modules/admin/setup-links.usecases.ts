import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import type { DatabaseHandle } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import type { WrappedColumn } from '../../infra/master-key/index.ts';
import { hasOperatorAccount } from '../accounts/administration/operator-accounts.usecases.ts';
import type { AdminServices } from './admin.types.ts';
import { act, operatorActor } from './audited-action.usecases.ts';
import {
  deleteExpiredSetupLinkRows,
  insertSetupLink,
  type SetupLinkRow,
  selectValidSetupLinks,
} from './setup-links.repository.ts';

const setupLinkLifetimeMs = 24 * 3_600_000;
const tokenBytes = 32;

export const setupTotpContext = (linkID: string): string => `setup ${linkID}`;

export const wrappedSetupSecrets: WrappedColumn = {
  table: 'setup_links',
  column: 'wrapped_totp_secret',
  id: 'link_id',
  contextOf: setupTotpContext,
};

export interface SetupLink {
  url: string;
  /** Milliseconds since 1970. */
  expireAt: number;
}

/**
 * Issues a one-time link that creates an operator. Only the digest of its token is stored. Earlier links stay valid until
 * they expire, because several nodes may start at the same time.
 */
async function issueSetupLink(
  db: DatabaseHandle,
  { publicUrl, now }: { publicUrl: string; now: number },
): Promise<SetupLink> {
  const token = randomBytes(tokenBytes).toString('base64url');
  const expireAt = now + setupLinkLifetimeMs;
  await insertSetupLink(db, {
    linkID: randomUUID(),
    digest: digestOf(token),
    createdAt: new Date(now),
    expireAt: new Date(expireAt),
  });
  // The fragment is not sent to servers, so that no access log contains the token.
  return { url: `${publicUrl}/console/setup#${token}`, expireAt };
}

/** Issues a set-up link at a start, where no operator is a person. */
export async function issueFirstSetupLink(
  db: DatabaseHandle,
  options: { publicUrl: string; now: number },
): Promise<SetupLink | undefined> {
  return (await hasOperatorAccount(db)) ? undefined : issueSetupLink(db, options);
}

/** Issues a set-up link for an operator. */
export function createSetupLink(services: AdminServices, operatorID: string): Promise<SetupLink> {
  return act(services, operatorActor(operatorID), async ({ transaction, at, record }) => {
    await record({ act: 'operator.setup_link_issued' });
    return issueSetupLink(transaction, { publicUrl: services.publicUrl(), now: at.getTime() });
  });
}

/** The link of a token, compared in constant time. @throws ServiceError `admin.setup_link_invalid`. */
export async function requireSetupLink(
  db: DatabaseHandle,
  token: string,
  now: number,
): Promise<SetupLinkRow> {
  const digest = digestOf(token);
  const links = await selectValidSetupLinks(db, new Date(now));
  const link = links.find((one) => timingSafeEqual(one.digest, digest));
  if (!link) throw new ServiceError('admin.setup_link_invalid');
  return link;
}

/** @param now - milliseconds since 1970. */
export function deleteExpiredSetupLinks(db: DatabaseHandle, now: number): Promise<void> {
  return deleteExpiredSetupLinkRows(db, new Date(now));
}

const digestOf = (token: string): Buffer => createHash('sha256').update(token).digest();
