import { lastDays } from '../../infra/clock/days.rules.ts';
import type { WorkflowServices } from './flow-event.usecases.ts';
import { selectDailyFlows, selectFlowCounts } from './flows-overview.repository.ts';

export interface FlowsOverview {
  inProgress: number;
  /** Applications whose files the service could not process. */
  failedProcessing: number;
  failedMails: number;
  waitingTasks: number;
  /** Applications with a task that has been open for a week. */
  longWaiting: number;
  oldestTaskAt: number | null;
  overdueTasks: number;
  overdueApplications: number;
  /** The last 30 days, oldest first. */
  days: { day: number; applications: number }[];
}

const longWaitMs = 7 * 86_400_000;

/** The applications of a tenant as numbers. */
export async function getFlowsOverview(
  { db, clock }: Pick<WorkflowServices, 'db' | 'clock'>,
  { tid, offsetMinutes }: { tid: string; offsetMinutes: number },
): Promise<FlowsOverview> {
  const now = clock();
  const days = lastDays(now, { count: 30, offsetMinutes });
  const [counts, daily] = await Promise.all([
    selectFlowCounts(db, { tid, at: new Date(now), waitingSince: new Date(now - longWaitMs) }),
    selectDailyFlows(db, { tid, from: new Date(days[0] ?? now) }),
  ]);
  const applicationsOn = new Map(daily.map(({ day, count }) => [day.getTime(), count]));
  return {
    ...counts,
    oldestTaskAt: counts.oldestTaskAt?.getTime() ?? null,
    days: days.map((day) => ({ day, applications: applicationsOn.get(day) ?? 0 })),
  };
}
