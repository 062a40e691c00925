import type { FlowEvent, Task } from '@sealflow/domain/workflow';
import type { DatabaseTransaction } from '../../infra/database/index.ts';
import type { Outbox } from '../../infra/jobs/jobs.port.ts';
import { findMember, isActiveMember } from '../../modules/tenants/tenants.usecases.ts';
import { createFlow } from '../../modules/workflow/applications.usecases.ts';
import { applyEvent } from '../../modules/workflow/apply-event.usecases.ts';
import { lockFlow } from '../../modules/workflow/flow.repository.ts';
import { noticeQueue, type WorkflowServices } from '../../modules/workflow/flow-event.usecases.ts';
import { defineFlowType } from '../../modules/workflow/flow-types.usecases.ts';
import { postNotices } from '../../modules/workflow/notices.job.ts';
import { selectTasks } from '../../modules/workflow/task.repository.ts';
import { demoFlowTypes } from './demo-flow-types.table.ts';
import { type DemoFlow, type DemoStep, demoFlows } from './demo-flows.table.ts';
import { type DemoName, fidOf, type TenantID } from './demo-people.table.ts';
import type { StoredDocument } from './seed-documents.usecases.ts';

const hourMs = 3_600_000;

export interface FlowSeedContext {
  readonly transaction: DatabaseTransaction;
  readonly outbox: Outbox;
  readonly tid: TenantID;
  readonly documents: ReadonlyMap<string, StoredDocument>;
  /** All times of the demo are relative to this one. In milliseconds since 1970. */
  readonly now: number;
}

/** Creates the flows of a tenant and replays their events through the normal workflow rules. */
export async function seedFlows(context: FlowSeedContext): Promise<void> {
  const { transaction, tid } = context;
  for (const type of demoFlowTypes(tid)) await defineFlowType(transaction, { tid, ...type });
  for (const flow of demoFlows[tid]) await seedFlow(context, flow);
}

async function seedFlow(context: FlowSeedContext, flow: DemoFlow): Promise<void> {
  const { tid, documents, transaction, now } = context;
  const createdAt = now - flow.hoursAgo * hourMs;
  const files = flow.documents.map((id) => documents.get(id)?.uri ?? '');
  const { type, title, description, readers } = flow;
  const { id: flowID } = await createFlow(servicesAt(context, createdAt), await actorOf(context, flow.by), {
    type,
    title,
    description,
    files,
    ...(readers ? { details: { fids: readers.map((reader) => fidOf(tid, reader)) } } : {}),
  });
  for (const step of flow.steps) {
    const event = await eventOf(context, step, flowID);
    const row = await lockFlow(transaction, { tid, flowID });
    if (row)
      await applyEvent(transaction, servicesAt(context, createdAt + step.afterHours * hourMs), {
        row,
        event,
      });
  }
}

/** Workflow services at another time. Notices are posted immediately, because they must carry that time too. */
function servicesAt({ transaction, outbox }: FlowSeedContext, at: number): WorkflowServices {
  const clock = () => Math.round(at);
  return {
    db: transaction,
    clock,
    outbox: {
      send: async (within, queue, jobs) => {
        if (queue.name !== noticeQueue.name) return outbox.send(within, queue, jobs);
        await postNotices({ db: within, clock }, {
          jobs: jobs.map(({ data }) => data),
          isRepeated: false,
        } as Parameters<typeof postNotices>[1]);
      },
    },
  };
}

async function actorOf({ transaction, tid }: FlowSeedContext, name: DemoName) {
  const fid = fidOf(tid, name);
  const member = await findMember(transaction, { tid, fid });
  if (!member || !isActiveMember(member)) throw new TypeError(`${fid} is not an active member`);
  return { member: { tid, fid }, session: { aid: member.aid } };
}

async function eventOf(
  { transaction, tid }: FlowSeedContext,
  step: DemoStep,
  flowID: string,
): Promise<FlowEvent> {
  const { act, note = null, addedApprover } = step;
  if (act === 'processing_started' || act === 'processing_done') return { type: act };
  if (act === 'email_sent' || act === 'deadline_reached') return { type: act };
  const by = fidOf(tid, step.by ?? 'lina');
  if (act === 'cancel') return { type: act, by };
  const task = (await selectTasks(transaction, flowID)).find((one) => isOpenOf(one, by));
  const taskID = task?.id ?? '';
  if (act !== 'add_approval') return { type: act, by, taskID, note };
  return { type: act, by, taskID, note, approvers: [fidOf(tid, addedApprover ?? 'wangqiang')] };
}

const isOpenOf = (task: Task, fid: string): boolean => task.assigneeID === fid && task.state === 'awaiting';
