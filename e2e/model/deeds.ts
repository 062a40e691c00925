import type { ApplicationType } from '../../packages/domain/src/workflow/application-types.ts';
import type { Device, SeenTask } from './device.ts';
import { markOf } from './ledger.ts';
import type { Fault } from './line.ts';
import { look } from './look.ts';
import { classification, hour, type Person } from './office.ts';
import type { Typed, World } from './world.ts';

export type TaskAction = 'approve' | 'reject' | 'complete' | 'transfer' | 'add-approval';
type At = { readonly at: number };

const pick = <T>(all: readonly T[], nth: number): T | undefined => all[nth % Math.max(all.length, 1)];
const deviceAt = ({ devices }: World, { at }: At): Device => devices[at]!;

/** What the screens offer: nothing on what waits in the outbox already. */
async function free<T>(device: Device, all: readonly T[], subjectOf: (one: T) => string): Promise<T[]> {
  const waiting = new Set(
    (await device.entries()).filter(({ state }) => state === 'waiting').map(({ subject }) => subject),
  );
  return all.filter((one) => !waiting.has(subjectOf(one)));
}
const freeTasks = (device: Device) => free(device, device.tasks, ({ taskID }) => taskID);

const decisionOn = ({ taskID, flowID, title, digest }: SeenTask, action: TaskAction | 'read' | 'handle') => ({
  action,
  subject: taskID,
  flowID,
  title,
  seen: digest,
  people: [],
});

/** A task of another step takes another deed. */
const fitting = ({ step }: SeenTask, action: TaskAction): TaskAction | 'read' | 'handle' => {
  if (step === 'cc') return 'read';
  return step === 'file_process' && action !== 'transfer' ? 'handle' : action;
};

export async function decide(
  world: World,
  { at, nth, action, to }: At & { nth: number; action: TaskAction; to: readonly Person[] },
): Promise<void> {
  const device = deviceAt(world, { at });
  const task = pick(await freeTasks(device), nth);
  if (task === undefined) return;
  const fit = fitting(task, action);
  const named = fit === 'transfer' ? to.slice(0, 1) : fit === 'add-approval' ? to : [];
  const people = named.map((fid) => ({ fid, name: fid }));
  await world.decide(device, [{ ...decisionOn(task, fit), people }], world.say(`${fit} `));
}

/** Ann has both in her hands, and says different things. */
export async function decideOnBoth(
  world: World,
  { nth, first, atOnce }: { nth: number; first: boolean; atOnce: boolean },
): Promise<void> {
  const [phone, pad] = [world.devices[1]!, world.devices[2]!];
  const known = new Set((await freeTasks(pad)).map(({ taskID }) => taskID));
  const task = pick(
    (await freeTasks(phone)).filter(({ taskID, step }) => known.has(taskID) && step === 'approve'),
    nth,
  );
  if (task === undefined || phone.accountID !== pad.accountID) return;
  const deeds = [
    () => world.decide(phone, [decisionOn(task, 'approve')], world.say('approve here ')),
    () => world.decide(pad, [decisionOn(task, first ? 'approve' : 'reject')], world.say('decide there ')),
  ];
  if (atOnce) await world.together(deeds);
  else for (const deed of first ? deeds : deeds.toReversed()) await deed();
}

export async function decideSeveral(
  world: World,
  { at, from, count, action }: At & { from: number; count: number; action: 'approve' | 'reject' },
): Promise<void> {
  const device = deviceAt(world, { at });
  const tasks = (await freeTasks(device))
    .filter(({ step }) => step === 'approve')
    .slice(from % 3, (from % 3) + count);
  if (tasks.length < 2) return;
  await world.decide(
    device,
    tasks.map((task) => decisionOn(task, action)),
    world.say('several '),
  );
}

export async function spoil(world: World, { at, faults }: At & { faults: readonly Fault[] }): Promise<void> {
  const { line } = deviceAt(world, { at });
  line.due.push(...faults);
}

export async function setUp(world: World, { at, isUp }: At & { isUp: boolean }): Promise<void> {
  const device = deviceAt(world, { at });
  device.line.isUp = isUp;
  device.platform.setOnline(isUp);
}

export async function flush(world: World, at: At): Promise<void> {
  await deviceAt(world, at).flush();
}

export async function flushTogether(world: World, { order }: { order: readonly number[] }): Promise<void> {
  await world.together(order.map((at) => () => flush(world, { at })));
}

export async function timeOut(world: World, at: At): Promise<void> {
  deviceAt(world, at).line.timeOut();
}

export async function arrive(world: World, at: At): Promise<void> {
  await deviceAt(world, at).line.arrive();
}

export async function restart(world: World, at: At): Promise<void> {
  const device = deviceAt(world, at);
  await device.kill();
  await device.start();
}

export async function lookAt(world: World, at: At): Promise<void> {
  await look(world, deviceAt(world, at));
}

export async function takeBack(
  world: World,
  { at, nth, evenTried }: At & { nth: number; evenTried: boolean },
): Promise<void> {
  const device = deviceAt(world, { at });
  const entry = pick(
    (await device.entries()).filter(({ state }) => state === 'waiting'),
    nth,
  );
  if (entry === undefined) return;
  // As the screen does: whoever takes back what may have arrived is warned of that, and told nothing more of it.
  const isWarned = entry.tried && evenTried;
  const work = async () => {
    const isDone = await device.app.withdrawDecision(entry.seq, isWarned);
    const intent = world.ledger.intents.findLast(
      ({ subject, action, device: on }) =>
        subject === entry.subject && action === entry.action && on === device.name,
    );
    if (!isDone || intent === undefined) return;
    if (isWarned) intent.told = 'left';
    else world.tell(intent, 'taken back');
  };
  await device.run(work());
}

export async function cancelFlow(world: World, { at, nth }: At & { nth: number }): Promise<void> {
  const device = deviceAt(world, { at });
  const own = device.flows.filter(({ id }) => world.ledger.applications.has(id));
  const flow = pick(await free(device, own, ({ id }) => id), nth);
  if (flow === undefined) return;
  const decision = {
    action: 'cancel',
    subject: flow.id,
    flowID: flow.id,
    title: flow.title,
    people: [],
    seen: null,
  } as const;
  await world.decide(device, [decision], world.say('cancel '));
}

export async function applyFor(
  world: World,
  { at, type, files, sends }: At & { type: ApplicationType; files: number; sends: boolean },
): Promise<void> {
  const device = deviceAt(world, { at });
  const aid = device.accountID;
  if (aid === null) return;
  const context = device.context(aid);
  const title = world.say('#');
  const typed: Typed = {
    draftID: crypto.randomUUID(),
    device: device.name,
    aid,
    title: `${title} applied`,
    description: `what ${title} is for`,
    files,
    isGone: false,
  };
  const { app } = device;
  const fill = async () => {
    await app.openDraft(context, {
      draftID: typed.draftID,
      tid: world.tid,
      type,
      email: `${aid}@example.test`,
    });
    await app.updateDraft(context, typed.draftID, (draft) => ({
      ...draft,
      title: typed.title,
      description: typed.description,
      details: {
        ...draft.details,
        to: ['partner@example.test'],
        classificationID: classification,
        people: [{ fid: 'eve', name: 'eve' }],
      },
    }));
    await app.addFiles(
      context,
      typed.draftID,
      Array.from({ length: files }, (_, one) => fileOf(`${title}-${one}.txt`)),
    );
    world.typed.push(typed);
  };
  await device.run(fill());
  if (sends) await send(world, device, typed);
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

/** The form lets an application go whose files lie on the device whole. */
async function send(world: World, device: Device, { draftID, title }: Typed): Promise<void> {
  const { app } = device;
  const draft = app.getDraft(draftID);
  if (draft === undefined || draft.files.some(({ uri, copied }) => uri === null && copied !== true)) return;
  const [isFree] = await free(device, [draftID], (one) => one);
  if (isFree === undefined) return;
  const decision = { action: 'submit', subject: draftID, flowID: '', title, people: [], seen: null } as const;
  await world.decide(device, [decision], title);
}

const isOf = (device: Device) => (one: Typed) =>
  one.device === device.name && one.aid === device.accountID && !one.isGone;

export async function editDraft(
  world: World,
  { at, nth, sends }: At & { nth: number; sends: boolean },
): Promise<void> {
  const device = deviceAt(world, { at });
  const aid = device.accountID;
  if (aid === null) return;
  const waiting = await free(device, world.typed.filter(isOf(device)), ({ draftID }) => draftID);
  const isSent = (one: Typed) =>
    world.ledger.intents.some((of) => of.subject === one.draftID && of.told === 'sent');
  const typed = pick(
    waiting.filter((one) => !isSent(one)),
    nth,
  );
  if (typed === undefined) return;
  const context = device.context(aid);
  const title = `${markOf(typed.title)} ${world.say('anew ')}`;
  const change = async () => {
    if ((await device.app.readDraft(context, typed.draftID)) === null) return;
    await device.app.updateDraft(context, typed.draftID, (draft) => ({ ...draft, title }));
    typed.title = title;
  };
  await device.run(change());
  if (sends && typed.title === title) await send(world, device, typed);
}

export async function signOut(world: World, at: At): Promise<void> {
  await world.signOut(deviceAt(world, at));
}

export async function signIn(world: World, { at, person }: At & { person: Person }): Promise<void> {
  const device = deviceAt(world, { at });
  if (device.app.currentSession().phase === 'signedOut') await world.signIn(device, person);
  else await device.goOn();
}

export async function changePassword(world: World, at: At): Promise<void> {
  const device = deviceAt(world, at);
  const aid = device.accountID;
  if (aid === null) return;
  const body = { oldPassword: world.passwords.get(aid)!, newPassword: world.say('Other-horse-') };
  await device.run(device.services.api.call('POST /api/v1/auth/update-password', { body }));
}

export async function endMembership(world: World, { person }: { person: Person }): Promise<void> {
  if (!world.ledger.outside.has(person)) await world.endMembership(person);
}

export async function passTime(world: World, { hours }: { hours: number }): Promise<void> {
  await world.passDeadlines(hours * hour);
  for (const device of world.devices) await device.run(device.services.session.refreshIfDue());
}
