import type { ApplicationType } from '../../packages/domain/src/workflow/application-types.ts';
import type { Fault } from './connection.ts';
import type { Device, SeenTask } from './device.ts';
import { titlePrefixOf } from './model-state.ts';
import type { EnteredDraft, Scenario } from './scenario.ts';
import { classification, hourMs, type Person } from './tenant.ts';
import { checkWorkLists } from './work-lists.ts';

export type TaskAction = 'approve' | 'reject' | 'complete' | 'transfer' | 'add-approval';
type DeviceIndex = { readonly deviceIndex: number };

const pick = <T>(all: readonly T[], nth: number): T | undefined => all[nth % Math.max(all.length, 1)];
const deviceAt = ({ devices }: Scenario, { deviceIndex }: DeviceIndex): Device => devices[deviceIndex]!;

/** The screens offer no action on a subject that already waits in the outbox. */
async function withoutPending<T>(
  device: Device,
  all: readonly T[],
  subjectOf: (one: T) => string,
): Promise<T[]> {
  const waiting = new Set(
    (await device.entries()).filter(({ state }) => state === 'waiting').map(({ subject }) => subject),
  );
  return all.filter((one) => !waiting.has(subjectOf(one)));
}
const availableTasks = (device: Device) => withoutPending(device, device.tasks, ({ taskID }) => taskID);

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
  { deviceIndex, nth, action, to }: DeviceIndex & { nth: number; action: TaskAction; to: readonly Person[] },
): Promise<void> {
  const device = deviceAt(scenario, { deviceIndex });
  const task = pick(await availableTasks(device), nth);
  if (task === undefined) return;
  const stepAction = actionForStep(task, action);
  const named = stepAction === 'transfer' ? to.slice(0, 1) : stepAction === 'add-approval' ? to : [];
  const people = named.map((fid) => ({ fid, name: fid }));
  await scenario.decide(
    device,
    [{ ...decisionOn(task, stepAction), people }],
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

export async function injectFaults(
  scenario: Scenario,
  { deviceIndex, faults }: DeviceIndex & { faults: readonly Fault[] },
): Promise<void> {
  const { connection } = deviceAt(scenario, { deviceIndex });
  connection.upcomingFaults.push(...faults);
}

export async function setOnline(
  scenario: Scenario,
  { deviceIndex, isOnline }: DeviceIndex & { isOnline: boolean },
): Promise<void> {
  const device = deviceAt(scenario, { deviceIndex });
  device.connection.isOnline = isOnline;
  device.platform.setOnline(isOnline);
}

export async function flush(scenario: Scenario, deviceIndex: DeviceIndex): Promise<void> {
  await deviceAt(scenario, deviceIndex).flush();
}

export async function flushTogether(
  scenario: Scenario,
  { order }: { order: readonly number[] },
): Promise<void> {
  await scenario.runConcurrently(order.map((deviceIndex) => () => flush(scenario, { deviceIndex })));
}

export async function timeOutPending(scenario: Scenario, deviceIndex: DeviceIndex): Promise<void> {
  deviceAt(scenario, deviceIndex).connection.timeOutPending();
}

export async function deliverDelayed(scenario: Scenario, deviceIndex: DeviceIndex): Promise<void> {
  await deviceAt(scenario, deviceIndex).connection.deliverDelayed();
}

export async function restart(scenario: Scenario, deviceIndex: DeviceIndex): Promise<void> {
  const device = deviceAt(scenario, deviceIndex);
  await device.kill();
  await device.start();
}

export async function checkLists(scenario: Scenario, deviceIndex: DeviceIndex): Promise<void> {
  await checkWorkLists(scenario, deviceAt(scenario, deviceIndex));
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

export async function createApplication(
  scenario: Scenario,
  {
    deviceIndex,
    type,
    files,
    isSubmitted,
  }: DeviceIndex & { type: ApplicationType; files: number; isSubmitted: boolean },
): Promise<void> {
  const device = deviceAt(scenario, { deviceIndex });
  const aid = device.accountID;
  if (aid === null) return;
  const context = device.context(aid);
  const title = scenario.uniqueText('#');
  const entered: EnteredDraft = {
    draftID: crypto.randomUUID(),
    device: device.name,
    aid,
    title: `${title} applied`,
    description: `what ${title} is for`,
    files,
    isAbandoned: false,
  };
  const { app } = device;
  const fillDraft = async () => {
    await app.openDraft(context, {
      draftID: entered.draftID,
      tid: scenario.tid,
      type,
      email: `${aid}@example.test`,
    });
    await app.updateDraft(context, entered.draftID, (draft) => ({
      ...draft,
      title: entered.title,
      description: entered.description,
      details: {
        ...draft.details,
        to: ['partner@example.test'],
        classificationID: classification,
        people: [{ fid: 'eve', name: 'eve' }],
      },
    }));
    await app.addFiles(
      context,
      entered.draftID,
      Array.from({ length: files }, (_, one) => fileOf(`${title}-${one}.txt`)),
    );
    scenario.enteredDrafts.push(entered);
  };
  await device.run(fillDraft());
  if (isSubmitted) await submitDraft(scenario, device, entered);
}

function fileOf(name: string) {
  const bytes = new TextEncoder().encode(`content of ${name}`);
  return {
    name,
    size: bytes.length,
    modifiedAt: 0,
    read: async (offset: number, length: number) => bytes.slice(offset, offset + length),
  };
}

/** The form submits only an application whose files are complete on the device. */
async function submitDraft(
  scenario: Scenario,
  device: Device,
  { draftID, title }: EnteredDraft,
): Promise<void> {
  const { app } = device;
  const draft = app.getDraft(draftID);
  if (draft === undefined || draft.files.some(({ uri, copied }) => uri === null && copied !== true)) return;
  const [isAvailable] = await withoutPending(device, [draftID], (one) => one);
  if (isAvailable === undefined) return;
  const decision = { action: 'submit', subject: draftID, flowID: '', title, people: [], seen: null } as const;
  await scenario.decide(device, [decision], title);
}

const isOf = (device: Device) => (one: EnteredDraft) =>
  one.device === device.name && one.aid === device.accountID && !one.isAbandoned;

export async function editDraft(
  scenario: Scenario,
  { deviceIndex, nth, isSubmitted }: DeviceIndex & { nth: number; isSubmitted: boolean },
): Promise<void> {
  const device = deviceAt(scenario, { deviceIndex });
  const aid = device.accountID;
  if (aid === null) return;
  const waiting = await withoutPending(
    device,
    scenario.enteredDrafts.filter(isOf(device)),
    ({ draftID }) => draftID,
  );
  const isSent = (one: EnteredDraft) =>
    scenario.model.intents.some((of) => of.subject === one.draftID && of.reported === 'sent');
  const entered = pick(
    waiting.filter((one) => !isSent(one)),
    nth,
  );
  if (entered === undefined) return;
  const context = device.context(aid);
  const title = `${titlePrefixOf(entered.title)} ${scenario.uniqueText('edited ')}`;
  const change = async () => {
    if ((await device.app.readDraft(context, entered.draftID)) === null) return;
    await device.app.updateDraft(context, entered.draftID, (draft) => ({ ...draft, title }));
    entered.title = title;
  };
  await device.run(change());
  if (isSubmitted && entered.title === title) await submitDraft(scenario, device, entered);
}

export async function signOut(scenario: Scenario, deviceIndex: DeviceIndex): Promise<void> {
  await scenario.signOut(deviceAt(scenario, deviceIndex));
}

export async function signIn(
  scenario: Scenario,
  { deviceIndex, person }: DeviceIndex & { person: Person },
): Promise<void> {
  const device = deviceAt(scenario, { deviceIndex });
  if (device.app.currentSession().phase === 'signedOut') await scenario.signIn(device, person);
  else await device.continueAfterFailure();
}

export async function changePassword(scenario: Scenario, deviceIndex: DeviceIndex): Promise<void> {
  const device = deviceAt(scenario, deviceIndex);
  const aid = device.accountID;
  if (aid === null) return;
  const body = {
    oldPassword: scenario.passwords.get(aid)!,
    newPassword: scenario.uniqueText('Other-horse-'),
  };
  await device.run(device.services.api.call('POST /api/v1/auth/update-password', { body }));
}

export async function endMembership(scenario: Scenario, { person }: { person: Person }): Promise<void> {
  if (!scenario.model.formerMembers.has(person)) await scenario.endMembership(person);
}

export async function passTime(scenario: Scenario, { hours }: { hours: number }): Promise<void> {
  await scenario.passDeadlines(hours * hourMs);
  for (const device of scenario.devices) await device.run(device.services.session.refreshIfDue());
}
