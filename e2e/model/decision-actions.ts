import type { Device, SeenTask } from './device.ts';
import type { Scenario } from './scenario.ts';
import { type DeviceIndex, deviceAt, pick, withoutPending } from './selection.ts';
import { accountOf, type Person } from './tenant.ts';

export type TaskAction = 'approve' | 'reject' | 'complete' | 'return' | 'transfer' | 'add-approval';

/** The applicant changes a returned application in its form. */
const availableTasks = (device: Device) =>
  withoutPending(
    device,
    device.tasks.filter(({ step }) => step !== 'initiate'),
    ({ taskID }) => taskID,
  );

const decisionOn = ({ taskID, flowID, title, digest }: SeenTask, action: TaskAction | 'read' | 'handle') => ({
  action,
  subject: taskID,
  flowID,
  title,
  seen: digest,
  people: [],
});

/** A task of another step allows another action. */
const actionForStep = ({ step }: SeenTask, action: TaskAction): TaskAction | 'read' | 'handle' => {
  if (step === 'cc') return 'read';
  return step === 'file_process' && action !== 'transfer' ? 'handle' : action;
};

export async function decide(
  scenario: Scenario,
  {
    deviceIndex,
    nth,
    action,
    to,
    stage = null,
  }: DeviceIndex & { nth: number; action: TaskAction; to: readonly Person[]; stage?: number | null },
): Promise<void> {
  const device = deviceAt(scenario, { deviceIndex });
  const task = pick(await availableTasks(device), nth);
  if (task === undefined) return;
  const stepAction = actionForStep(task, action);
  const named = stepAction === 'transfer' ? to.slice(0, 1) : stepAction === 'add-approval' ? to : [];
  const people = named.map((fid) => ({ fid, name: fid }));
  await scenario.decide(
    device,
    [{ ...decisionOn(task, stepAction), people, stage: stepAction === 'return' ? stage : null }],
    scenario.uniqueText(`${stepAction} `),
  );
}

/** Ann decides the same task on both devices, with different decisions. */
export async function decideOnBoth(
  scenario: Scenario,
  { nth, startsWithPhone, isConcurrent }: { nth: number; startsWithPhone: boolean; isConcurrent: boolean },
): Promise<void> {
  const [phone, tablet] = [scenario.devices[1]!, scenario.devices[2]!];
  const known = new Set((await availableTasks(tablet)).map(({ taskID }) => taskID));
  const task = pick(
    (await availableTasks(phone)).filter(({ taskID, step }) => known.has(taskID) && step === 'approve'),
    nth,
  );
  if (task === undefined || phone.accountID !== tablet.accountID) return;
  const decisions = [
    () => scenario.decide(phone, [decisionOn(task, 'approve')], scenario.uniqueText('approve on phone ')),
    () =>
      scenario.decide(
        tablet,
        [decisionOn(task, startsWithPhone ? 'approve' : 'reject')],
        scenario.uniqueText('decide on tablet '),
      ),
  ];
  if (isConcurrent) await scenario.runConcurrently(decisions);
  else for (const decision of startsWithPhone ? decisions : decisions.toReversed()) await decision();
}

export async function decideSeveral(
  scenario: Scenario,
  {
    deviceIndex,
    from,
    count,
    action,
  }: DeviceIndex & { from: number; count: number; action: 'approve' | 'reject' },
): Promise<void> {
  const device = deviceAt(scenario, { deviceIndex });
  const tasks = (await availableTasks(device))
    .filter(({ step }) => step === 'approve')
    .slice(from % 3, (from % 3) + count);
  if (tasks.length < 2) return;
  await scenario.decide(
    device,
    tasks.map((task) => decisionOn(task, action)),
    scenario.uniqueText('several '),
  );
}

export async function withdrawDecision(
  scenario: Scenario,
  { deviceIndex, nth, includesTried }: DeviceIndex & { nth: number; includesTried: boolean },
): Promise<void> {
  const device = deviceAt(scenario, { deviceIndex });
  const entry = pick(
    (await device.entries()).filter(({ state }) => state === 'waiting'),
    nth,
  );
  if (entry === undefined) return;
  // The screen warns before the withdrawal of a decision that may have arrived, and reports no outcome afterwards.
  const isWarned = entry.tried && includesTried;
  const work = async () => {
    const isDone = await device.app.withdrawDecision(entry.seq, isWarned);
    const intent = scenario.model.intents.findLast(
      ({ subject, action, device: on }) =>
        subject === entry.subject && action === entry.action && on === device.name,
    );
    if (!isDone || intent === undefined) return;
    if (isWarned) intent.reported = 'abandoned';
    else scenario.reportOutcome(intent, 'withdrawn');
  };
  await device.run(work());
}

/** The applicant submits a returned application again. It needs a connection, as the files of a form do. */
export async function resubmit(
  scenario: Scenario,
  { deviceIndex, nth }: DeviceIndex & { nth: number },
): Promise<void> {
  const device = deviceAt(scenario, { deviceIndex });
  const aid = device.accountID;
  const returned = [...scenario.model.applications].filter(
    ([, { applicant, tasks }]) =>
      aid === accountOf(scenario.tid, applicant) &&
      tasks.some(({ step, outcome }) => step === 'initiate' && outcome === null),
  );
  const flowID = pick(returned, nth)?.[0];
  if (flowID === undefined) return;
  const { db } = scenario.service;
  const files = await db.selectFrom('flow_files').select('uri').where('flow_id', '=', flowID).execute();
  const { details } = await db
    .selectFrom('flows')
    .select('details')
    .where('flow_id', '=', flowID)
    .executeTakeFirstOrThrow();
  const { to, fids, ...otherDetails } = details;
  const content = scenario.model.drafts.get(flowID)!;
  const request = device.services.api.call('POST /api/v1/tenants/{tid}/flows/{flowID}/actions/resubmit', {
    params: { tid: scenario.tid, flowID },
    headers: { 'idempotency-key': scenario.uniqueText(`resubmit-${scenario.tid}-`) },
    body: {
      title: content.title,
      description: content.description,
      files: files.map(({ uri }) => uri),
      details: {
        ...otherDetails,
        ...(to === undefined ? {} : { to: [...to] }),
        ...(fids === undefined ? {} : { fids: [...fids] }),
      },
    },
  });
  await device.run(request.catch(() => undefined));
}

export async function cancelFlow(
  scenario: Scenario,
  { deviceIndex, nth }: DeviceIndex & { nth: number },
): Promise<void> {
  const device = deviceAt(scenario, { deviceIndex });
  const own = device.flows.filter(({ id }) => scenario.model.applications.has(id));
  const flow = pick(await withoutPending(device, own, ({ id }) => id), nth);
  if (flow === undefined) return;
  const decision = {
    action: 'cancel',
    subject: flow.id,
    flowID: flow.id,
    title: flow.title,
    people: [],
    seen: null,
  } as const;
  await scenario.decide(device, [decision], scenario.uniqueText('cancel '));
}
