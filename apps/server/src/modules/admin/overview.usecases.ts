import type { Answer } from '@sealflow/contract';
import { rights } from '@sealflow/domain/roles';
import { lastDays } from '../../infra/clock/days.rules.ts';
import type { Actor } from '../../infra/http/access.port.ts';
import { hasRight } from '../../infra/http/rights.rules.ts';
import { countDailyActs } from '../audit/audit-list.usecases.ts';
import { countFailures } from '../deliveries/delivery-failures.usecases.ts';
import { summarizeDocuments } from '../documents/administer-documents.usecases.ts';
import { listGenerations } from '../keys/administer-keys.usecases.ts';
import { countPeople } from '../tenants/people-overview.usecases.ts';
import type { AdminServices } from './admin.types.ts';

type Overview = Answer<'GET /api/v1/tenants/{tid}/admin/overview'>['data'];

const failedDays = 7;

/** What needs attention in the actor's tenant. Each part requires the right that its lists require. */
export async function getOverview(
  { db, clock }: AdminServices,
  actor: Actor,
  { offsetMinutes }: { offsetMinutes: number },
): Promise<Overview> {
  const { tid } = actor;
  const now = clock();
  const may = (right: Parameters<typeof hasRight>[1]) =>
    actor.kind === 'operator' || hasRight(actor.member, right);
  const people = may(rights.organisationManagement)
    ? await countPeople(db, { tid, at: new Date(now) })
    : null;
  if (!may(rights.systemManagement))
    return { people, documents: null, licenceKey: null, days: null, failedDeliveries: null };
  const [documents, generations, days, failed] = await Promise.all([
    summarizeDocuments(db, tid),
    listGenerations(db, { tid, skip: 0, limit: 1000 }),
    countDailyActs(db, { tid, days: lastDays(now, { count: 30, offsetMinutes }) }),
    countFailures(db, { tid, days: failedDays, now }),
  ]);
  const current = generations.data.find((one) => one.current);
  const licenceKey = current ? { generation: current.generation, createAt: current.createAt } : null;
  return { people, documents, licenceKey, days, failedDeliveries: { days: failedDays, ...failed } };
}
