import type { Answer } from '@sealflow/contract';
import { lastDays } from '../../infra/clock/days.rules.ts';
import type { DatabaseHandle } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import type { Actor, Member } from '../../infra/http/access.port.ts';
import { recordAct } from '../audit/audit.usecases.ts';
import { requireTenant } from '../tenants/tenants.usecases.ts';
import type { WorkflowServices } from './flow-event.usecases.ts';
import { selectAllFlowTypes } from './flow-type.repository.ts';
import * as repository from './insight.repository.ts';
import { runWithinLimit } from './insight-limit.util.ts';
import {
  type PersonFigures,
  type PersonInsightSort,
  pagePeople,
  selectOwnFigures,
} from './insight-people.repository.ts';

type TypeInsight = Answer<'GET /api/v1/tenants/{tid}/admin/insight/types'>['data']['types'][number];
type StageInsight = TypeInsight['stages'][number];
type PeopleInsight = Answer<'GET /api/v1/tenants/{tid}/admin/insight/people'>;
type Services = Pick<WorkflowServices, 'db' | 'clock'>;

/** The last days, today included. Days end at midnight of the offset from UTC. */
export interface InsightPeriod {
  readonly days: '30' | '90' | '365';
  readonly offsetMinutes: number;
}

/** A median of fewer decisions would tell about single ones. */
const minDecided = 5;

/**
 * How long applications of each type take, and where they wait.
 * @throws ServiceError `work.insight_timeout`.
 */
export async function getTypeInsight(
  { db, clock }: Services,
  { tid, ...period }: InsightPeriod & { tid: string },
): Promise<{ from: number; until: number; types: TypeInsight[] }> {
  const scope = { tid, ...boundsOf(clock(), period) };
  const types = await runWithinLimit(db, async (transaction) => {
    const names = await selectAllFlowTypes(transaction, tid);
    const ended = await repository.selectEndedFlows(transaction, scope);
    const open = await repository.selectOpenFlows(transaction, tid);
    const returned = await repository.selectReturnedFlows(transaction, scope);
    const publications = await repository.selectStagePublications(transaction, tid);
    const stages = Map.groupBy(
      await repository.selectStageFigures(transaction, scope),
      (stage) => stage.type,
    );
    return names.flatMap(({ type, name }): TypeInsight[] => {
      const end = ended.find((one) => one.type === type);
      const openCount = open.find((one) => one.type === type)?.open ?? 0;
      const returnedOfType = returned.find((one) => one.type === type);
      const stageFigures = stages.get(type) ?? [];
      if (!end && openCount === 0 && stageFigures.length === 0) return [];
      return [
        {
          type,
          name,
          open: openCount,
          finished: end?.finished ?? 0,
          rejected: end?.rejected ?? 0,
          canceled: end?.canceled ?? 0,
          terminated: end?.terminated ?? 0,
          median: rounded(end?.median),
          percentile90: rounded(end?.percentile90),
          returned: { count: returnedOfType?.count ?? 0, median: rounded(returnedOfType?.median) },
          stagesSince: publications.find((one) => one.type === type)?.since?.getTime() ?? null,
          ...toStages(stageFigures.filter(({ isPresent }) => isPresent)),
          earlierStages: sumOf(stageFigures.filter(({ isPresent }) => !isPresent)),
        },
      ];
    });
  });
  return { from: scope.from.getTime(), until: scope.until.getTime(), types };
}

/**
 * The figures of people, if the organisation has allowed that. The reading is recorded, because it is about the work of people.
 * @throws ServiceError `work.insight_on_people_off`, `work.insight_timeout`.
 */
export async function listPeopleInsight(
  { db, clock }: Services,
  actor: Actor,
  {
    days,
    offsetMinutes,
    ...page
  }: InsightPeriod & {
    sort: PersonInsightSort | `-${PersonInsightSort}`;
    skip: number;
    limit: number;
  },
): Promise<PeopleInsight> {
  const { tid } = actor;
  const now = clock();
  return runWithinLimit(db, async (transaction) => {
    if (!(await isInsightOnPeople(transaction, tid))) throw new ServiceError('work.insight_on_people_off');
    const people = { tid, ...boundsOf(now, { days, offsetMinutes }), minDecided };
    const { total, data } = await pagePeople(transaction, people, page);
    await recordAct({ handle: transaction, actor, at: new Date(now) }, { act: 'insight.people_read' });
    return {
      total,
      data: data.map(({ fid, name, ...figures }) => Object.assign({ fid, name }, toFigures(figures))),
    };
  });
}

/**
 * The figures of the caller, whatever the organisation allows.
 * @throws ServiceError `work.insight_timeout`.
 */
export async function getOwnInsight(
  { db, clock }: Services,
  { tid, fid }: Pick<Member, 'tid' | 'fid'>,
  period: InsightPeriod,
): Promise<Answer<'GET /api/v1/tenants/{tid}/user-insight'>['data']> {
  const bounds = boundsOf(clock(), period);
  return runWithinLimit(db, async (transaction) => ({
    ...toFigures(await selectOwnFigures(transaction, { tid, fid, ...bounds })),
    from: bounds.from.getTime(),
    until: bounds.until.getTime(),
    isShownToAdministrators: await isInsightOnPeople(transaction, tid),
  }));
}

const isInsightOnPeople = async (db: DatabaseHandle, tid: string) =>
  (await requireTenant(db, tid)).insightOnPeople;

function boundsOf(now: number, { days, offsetMinutes }: InsightPeriod): { from: Date; until: Date } {
  const [first = now] = lastDays(now, { count: Number(days), offsetMinutes });
  return { from: new Date(first), until: new Date(now) };
}

function toStages(figures: readonly repository.StageFigures[]): Pick<TypeInsight, 'stages' | 'bottleneck'> {
  const whole = figures.reduce((sum, { total }) => sum + total, 0);
  const stages = figures.map(
    ({ step, stage, passes, median, total, waiting, overdue, escalated }): StageInsight => ({
      step,
      stage,
      passes,
      median: rounded(median),
      total: Math.round(total),
      share: whole === 0 ? 0 : total / whole,
      waiting,
      overdue,
      escalated,
    }),
  );
  const largest = Math.max(...figures.map(({ total }) => total));
  return { stages, bottleneck: whole === 0 ? null : figures.findIndex(({ total }) => total === largest) };
}

/** Stages that the type no longer has are not told apart. */
function sumOf(figures: readonly repository.StageFigures[]): TypeInsight['earlierStages'] {
  const sum = { waiting: 0, overdue: 0, escalated: 0 };
  for (const { waiting, overdue, escalated } of figures) {
    sum.waiting += waiting;
    sum.overdue += overdue;
    sum.escalated += escalated;
  }
  return sum;
}

const toFigures = ({ open, oldestAt, decided, median }: PersonFigures): PersonFigures => ({
  open,
  oldestAt,
  decided,
  median: rounded(median),
});

const rounded = (value: number | null | undefined): number | null =>
  value == null ? null : Math.round(value);
