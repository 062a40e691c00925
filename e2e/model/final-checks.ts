import { stateOf } from './application.ts';
import type { Device } from './device.ts';
import { assertInvariant } from './invariants.ts';
import { describeIntent, type Intent } from './model-state.ts';
import type { Scenario } from './scenario.ts';
import { accountOf, type Person, personOf } from './tenant.ts';
import { checkWorkLists } from './work-lists.ts';

/** Restores all connections, signs every account in again and sends the waiting entries. */
export async function drainOutboxes(scenario: Scenario): Promise<void> {
  for (const { connection, platform } of scenario.devices) {
    connection.isOnline = true;
    connection.upcomingFaults = [];
    connection.timeOutPending();
    platform.setOnline(true);
  }
  for (const device of scenario.devices) await device.waitUntilIdle();
  for (const { connection } of scenario.devices) await connection.deliverDelayed();
  for (const device of scenario.devices) await signBackIn(scenario, device);
  for (const device of scenario.devices) await checkWorkLists(scenario, device);
}

async function signBackIn(scenario: Scenario, device: Device): Promise<void> {
  // The owner of waiting entries signs in, otherwise the person after whom the device is named.
  const owner = scenario.model.intents.findLast(
    (one) => one.device === device.name && one.reported === 'none',
  )?.aid;
  const person = (owner === undefined ? device.name.slice(0, 3) : personOf(owner)) as Person;
  const owners = new Set(
    scenario.model.intents
      .filter((one) => one.device === device.name && one.reported === 'none')
      .map(({ aid }) => aid),
  );
  owners.add(accountOf(scenario.tid, person));
  for (const aid of owners) {
    // The first request detects a session that was ended elsewhere, and the next round signs in again.
    for (let round = 0; round < 3 && (round === 0 || device.accountID !== aid); round += 1) {
      if (device.accountID !== aid) {
        await device.kill();
        await dropSession(device);
        await device.start();
        await scenario.signIn(device, personOf(aid) as Person);
      }
      await sendPending(scenario, device);
    }
  }
}

/** Drops the session without a sign-out, so that the account’s waiting entries stay. */
async function dropSession(device: Device): Promise<void> {
  for (const key of ['token', 'expire', 'session'] as const) await device.platform.secrets.remove(key);
}

async function sendPending(scenario: Scenario, device: Device): Promise<void> {
  const aid = device.accountID;
  if (aid === null || device.outbox === null) return;
  for (let round = 0; round < 12; round += 1) {
    await device.flush();
    if ((await device.entries()).every(({ state }) => state === 'refused')) break;
  }
  const waiting = (await device.entries()).filter(({ state }) => state === 'waiting');
  assertInvariant(
    waiting.length === 0,
    `${waiting.map(({ action, title }) => `${action} ${title}`).join()} is never sent`,
  );
  await scenario.syncWithOutbox(device);
  for (const entered of scenario.enteredDrafts) {
    if (entered.device !== device.name || entered.aid !== aid || entered.isAbandoned) continue;
    const draft = await device.app.readDraft(device.context(aid), entered.draftID);
    const isSent = scenario.model.intents.some((one) => one.subject === entered.draftID && one.isExecuted);
    assertInvariant(draft !== null || isSent, `the draft ${entered.title} is lost`);
    if (draft !== null)
      assertInvariant(
        draft.title === entered.title &&
          draft.description === entered.description &&
          draft.files.length === entered.files,
        `the draft ${entered.title} has other content than was entered`,
      );
  }
}

/** Compares the database with the reported outcomes: each executed action is stored exactly once. */
export async function compareRecords(scenario: Scenario): Promise<void> {
  const { service, model, tid } = scenario;
  const { db } = service;
  const decisions = await db.selectFrom('flow_decisions').selectAll().where('tid', '=', tid).execute();
  const acts = await db.selectFrom('flow_acts').selectAll().where('tid', '=', tid).execute();
  for (const intent of model.intents) {
    assertInvariant(intent.reported !== 'none', `${describeIntent(intent)} was never reported`);
    const { length } =
      intent.action === 'submit'
        ? [...model.applications.keys()].filter((flowID) => model.drafts.get(flowID)?.title === intent.text)
        : [...decisions, ...acts].filter(
            (one) => one.note === intent.text && subjectOf(one) === intent.subject,
          );
    assertInvariant(
      length === (intent.isExecuted ? 1 : 0),
      `${describeIntent(intent)} is stored ${length} times`,
    );
  }
  const executedDecisions = model.intents.filter(
    ({ action, isExecuted: stands }) => stands && action !== 'submit' && action !== 'cancel',
  );
  assertInvariant(
    decisions.length === executedDecisions.length,
    `${decisions.length} decisions are stored instead of ${executedDecisions.length}`,
  );
  for (const [flowID, application] of model.applications) {
    const rows = await db.selectFrom('flow_tasks').selectAll().where('flow_id', '=', flowID).execute();
    const actual = rows.map((row) =>
      [row.step, row.assignee_fid, row.state, row.outcome, row.note].join('|'),
    );
    const expected = application.tasks.map((task) =>
      [task.step, task.assignee, stateOf(task), task.outcome, task.note].join('|'),
    );
    assertInvariant(
      actual.sort().join('\n') === expected.sort().join('\n'),
      `tasks of ${flowID}: ${actual.join()} instead of ${expected.join()}`,
    );
    const flow = await db
      .selectFrom('flows')
      .selectAll()
      .where('flow_id', '=', flowID)
      .executeTakeFirstOrThrow();
    assertInvariant(
      flow.state === application.state,
      `${flowID} is ${flow.state} instead of ${application.state}`,
    );
    const files = await db.selectFrom('flow_files').select('file_id').where('flow_id', '=', flowID).execute();
    const entered = scenario.enteredDrafts.find(({ draftID }) =>
      isIntentOf(model.intents, draftID, flow.title),
    );
    assertInvariant(
      entered !== undefined && flow.description === entered.description && files.length === entered.files,
      `${flow.title} has other content than was entered`,
    );
  }
  const flows = await db
    .selectFrom('flows')
    .select('flow_id')
    .where('tid', '=', tid)
    .where('state', '!=', 'new')
    .execute();
  assertInvariant(flows.length === model.applications.size, `${flows.length} applications were submitted`);
}

const subjectOf = (row: { flow_id: string; task_id?: string | null }): string => row.task_id ?? row.flow_id;

const isIntentOf = (intents: readonly Intent[], draftID: string, title: string): boolean =>
  intents.some((one) => one.subject === draftID && one.text === title);
