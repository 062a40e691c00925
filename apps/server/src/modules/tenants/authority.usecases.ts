import { rights } from '@sealflow/domain/roles';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import type { Actor } from '../../infra/http/access.port.ts';

/** What somebody may hand out: system managers and the operator everything, everyone else what they hold themselves. */
export type Authority = 'unlimited' | ReadonlySet<string>;

export function authorityOf(actor: Actor): Authority {
  if (actor.kind === 'operator') return 'unlimited';
  const held = effectiveRights([actor.member]);
  return held.includes(rights.systemManagement) ? 'unlimited' : new Set(held);
}

/** @throws ServiceError `admin.beyond_own_rights` where one of these rights is none of theirs to give or to touch. */
export function demandAuthority(authority: Authority, touched: readonly string[]): void {
  if (authority === 'unlimited' || touched.every((right) => authority.has(right))) return;
  throw new ServiceError('admin.beyond_own_rights');
}

/** What comes of rights from several sources: given by any, denied by none. Sorted. */
export function effectiveRights(
  sources: readonly { readonly rights: readonly string[]; readonly deny?: readonly string[] }[],
): string[] {
  const denied = new Set(sources.flatMap(({ deny = [] }) => deny));
  const given = new Set(sources.flatMap(({ rights: of }) => of));
  return [...given].filter((right) => !denied.has(right)).toSorted();
}
