import { rights } from '@sealflow/domain/roles';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import type { Actor } from '../../infra/http/access.port.ts';

/** The rights that an actor may grant: system managers and the operator all rights, everyone else only their own. */
export type Authority = 'unlimited' | ReadonlySet<string>;

export function authorityOf(actor: Actor): Authority {
  if (actor.kind === 'operator') return 'unlimited';
  const ownRights = effectiveRights([actor.member]);
  return ownRights.includes(rights.systemManagement) ? 'unlimited' : new Set(ownRights);
}

/** @throws ServiceError `admin.beyond_own_rights` where the actor may not grant or change one of these rights. */
export function assertAuthority(authority: Authority, affectedRights: readonly string[]): void {
  if (!isWithinAuthority(authority, affectedRights)) throw new ServiceError('admin.beyond_own_rights');
}

/** Whether the actor may grant or change all of these rights. */
export const isWithinAuthority = (authority: Authority, affectedRights: readonly string[]): boolean =>
  authority === 'unlimited' || affectedRights.every((right) => authority.has(right));

/** The rights that any source grants and none denies, sorted. */
export function effectiveRights(
  sources: readonly { readonly rights: readonly string[]; readonly deny?: readonly string[] }[],
): string[] {
  const denied = new Set(sources.flatMap(({ deny = [] }) => deny));
  const granted = new Set(sources.flatMap(({ rights: own }) => own));
  return [...granted].filter((right) => !denied.has(right)).toSorted();
}
