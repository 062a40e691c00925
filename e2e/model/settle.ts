import type { Device } from './device.ts';
import { demand, describe, type Intent } from './ledger.ts';
import { look } from './look.ts';
import { accountOf, type Person, personOf } from './office.ts';
import { stateOf } from './specification.ts';
import type { World } from './world.ts';

/** All lines are good again, everybody is in, and what waits goes out. */
export async function drain(world: World): Promise<void> {
  for (const { line, platform } of world.devices) {
    line.isUp = true;
    line.due = [];
    line.timeOut();
    platform.setOnline(true);
  }
  for (const device of world.devices) await device.calm();
  for (const { line } of world.devices) await line.arrive();
  for (const device of world.devices) await comeBack(world, device);
  for (const device of world.devices) await look(world, device);
}

async function comeBack(world: World, device: Device): Promise<void> {
  // Whoever still has something waiting here comes back to it; else it is whoever the device is called after.
  const owner = world.ledger.intents.findLast(
    (one) => one.device === device.name && one.told === 'nothing',
  )?.aid;
  const person = (owner === undefined ? device.name.slice(0, 3) : personOf(owner)) as Person;
  const owners = new Set(
    world.ledger.intents
      .filter((one) => one.device === device.name && one.told === 'nothing')
      .map(({ aid }) => aid),
  );
  owners.add(accountOf(world.office, person));
  for (const aid of owners) {
    // A session that was ended elsewhere is found to be so by the first request, and begun anew.
    for (let round = 0; round < 3 && (round === 0 || device.accountID !== aid); round += 1) {
      if (device.accountID !== aid) {
        await device.kill();
        await leaveQuietly(device);
        await device.start();
        await world.signIn(device, personOf(aid) as Person);
      }
      await sendAll(world, device);
    }
  }
}

/** Another account's session ends without its person's wish, so that what waits of it stays. */
async function leaveQuietly(device: Device): Promise<void> {
  for (const key of ['token', 'expire', 'session'] as const) await device.platform.secrets.remove(key);
}

async function sendAll(world: World, device: Device): Promise<void> {
  const aid = device.accountID;
  if (aid === null || device.outbox === null) return;
  for (let round = 0; round < 12; round += 1) {
    await device.flush();
    if ((await device.entries()).every(({ state }) => state === 'refused')) break;
  }
  const waiting = (await device.entries()).filter(({ state }) => state === 'waiting');
  demand(
    waiting.length === 0,
    `${waiting.map(({ action, title }) => `${action} ${title}`).join()} never goes out`,
  );
  await world.sync(device);
  for (const typed of world.typed) {
    if (typed.device !== device.name || typed.aid !== aid || typed.isGone) continue;
    const draft = await device.app.readDraft(device.context(aid), typed.draftID);
    const isSent = world.ledger.intents.some((one) => one.subject === typed.draftID && one.stands);
    demand(draft !== null || isSent, `what was typed of ${typed.title} is gone`);
    if (draft !== null)
      demand(
        draft.title === typed.title &&
          draft.description === typed.description &&
          draft.files.length === typed.files,
        `${typed.title} is not what was typed`,
      );
  }
}

/** What the service has written down is what was told, once each. */
export async function compareRecords(world: World): Promise<void> {
  const { service, ledger, tid } = world;
  const { db } = service;
  const decisions = await db.selectFrom('flow_decisions').selectAll().where('tid', '=', tid).execute();
  const acts = await db.selectFrom('flow_acts').selectAll().where('tid', '=', tid).execute();
  for (const intent of ledger.intents) {
    demand(intent.told !== 'nothing', `${describe(intent)} was never told of`);
    const { length } =
      intent.action === 'submit'
        ? [...ledger.applications.keys()].filter((flowID) => ledger.drafts.get(flowID)?.title === intent.text)
        : [...decisions, ...acts].filter(
            (one) => one.note === intent.text && subjectOf(one) === intent.subject,
          );
    demand(length === (intent.stands ? 1 : 0), `${describe(intent)} is written down ${length} times`);
  }
  const theirs = ledger.intents.filter(
    ({ action, stands }) => stands && action !== 'submit' && action !== 'cancel',
  );
  demand(
    decisions.length === theirs.length,
    `${decisions.length} decisions are written down, not ${theirs.length}`,
  );
  for (const [flowID, application] of ledger.applications) {
    const rows = await db.selectFrom('flow_tasks').selectAll().where('flow_id', '=', flowID).execute();
    const is = rows.map((row) => [row.step, row.assignee_fid, row.state, row.outcome, row.note].join('|'));
    const expected = application.tasks.map((task) =>
      [task.step, task.holder, stateOf(task), task.outcome, task.note].join('|'),
    );
    demand(
      is.sort().join('\n') === expected.sort().join('\n'),
      `tasks of ${flowID}: ${is.join()} and not ${expected.join()}`,
    );
    const flow = await db
      .selectFrom('flows')
      .selectAll()
      .where('flow_id', '=', flowID)
      .executeTakeFirstOrThrow();
    demand(flow.state === application.state, `${flowID} is ${flow.state} and not ${application.state}`);
    const files = await db.selectFrom('flow_files').select('file_id').where('flow_id', '=', flowID).execute();
    const typed = world.typed.find(({ draftID }) => isIntentOf(ledger.intents, draftID, flow.title));
    demand(
      typed !== undefined && flow.description === typed.description && files.length === typed.files,
      `${flow.title} is not what was typed`,
    );
  }
  const flows = await db
    .selectFrom('flows')
    .select('flow_id')
    .where('tid', '=', tid)
    .where('state', '!=', 'new')
    .execute();
  demand(flows.length === ledger.applications.size, `${flows.length} applications went out`);
}

const subjectOf = (row: { flow_id: string; task_id?: string }): string => row.task_id ?? row.flow_id;

const isIntentOf = (intents: readonly Intent[], draftID: string, title: string): boolean =>
  intents.some((one) => one.subject === draftID && one.text === title);
