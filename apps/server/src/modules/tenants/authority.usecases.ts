import { rights } from '@sealflow/domain/roles';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import type { Actor } from '../../infra/http/access.port.ts';

/** The rights that an actor may grant: system managers and the operator all rights, everyone else only their own. */
export type Authority = 'unlimited' | ReadonlySet<string>;

export function authorityOf(actor: Actor): Authority {
  if (actor.kind === 'operator') return 'unlimited';
  const held = effectiveRights([actor.member]);
  return held.includes(rights.systemManagement) ? 'unlimited' : new Set(held);
}

/** @throws ServiceError `admin.beyond_own_rights` where the actor may not grant or change one of these rights. */
export function demandAuthority(authority: Authority, touched: readonly string[]): void {
  if (authority === 'unlimited' || touched.every((right) => authority.has(right))) return;
  throw new ServiceError('admin.beyond_own_rights');
}

/** The rights that any source grants and none denies, sorted. */
export function effectiveRights(
  sources: readonly { readonly rights: readonly string[]; readonly deny?: readonly string[] }[],
): string[] {
  const denied = new Set(sources.flatMap(({ deny = [] }) => deny));
  const given = new Set(sources.flatMap(({ rights: of }) => of));
  return [...given].filter((right) => !denied.has(right)).toSorted();
}
