import { describe, expect, test } from 'vitest';
import { eventually } from '../../../testing/eventually.ts';
import { createRequester, type PersonName, useWorld } from '../../../testing/world.ts';
import { inTransaction } from '../../infra/database/index.ts';
import { createClassification } from '../documents/classifications.usecases.ts';
import { createOrganisation } from '../tenants/tenants.usecases.ts';
import { enqueueExecutorLeft } from './executor-left.usecases.ts';
import { defineFlowType } from './flow-types.usecases.ts';
import { advanceFlow, confirmReceipt, findFlowForProcessing } from './processing-flow.usecases.ts';
import { handleExecutorLeft, startWorkflowJobs } from './workflow.job.ts';

const world = useWorld();
const ask = createRequester(world);

const setMember = (fid: PersonName, change: { state?: 'active' | 'ended'; deny?: string[] }) =>
  world.services.db
    .updateTable('memberships')
    .set(change)
    .where('tid', '=', 'one')
    .where('fid', '=', fid)
    .execute();
async function outcomes(flowID: string) {
  const { db } = world.services;
  const tasks = await db.selectFrom('flow_tasks').selectAll().where('flow_id', '=', flowID).execute();
  return Object.fromEntries(tasks.map((task) => [task.assignee_fid ?? 'nobody', task.outcome]));
}
const stateOf = async (flowID: string) => (await ask('lin', `GET /flows/${flowID}`)).body.data.state;

describe('candidates for a task', () => {
  test('are active members who may sign in, with name and organisation only', async () => {
    await createOrganisation(world.services.db, { tid: 'one', orgID: 'legal', name: '法务部' });
    const { db } = world.services;
    await db.updateTable('memberships').set({ org_id: 'legal' }).where('fid', '=', 'bob').execute();
    await world.apply();
    const all = await ask('ann', 'GET /user-candidates');
    expect(all.body.total).toBe(6);
    expect(all.body.data[1]).toEqual({ fid: 'bob', name: 'BOB', org: { orgID: 'legal', name: '法务部' } });
    expect((await ask('ann', 'GET /user-candidates?keyword=b')).body.data).toHaveLength(1);
    expect((await ask('ann', 'GET /user-candidates?keyword=%25')).body.total).toBe(0);
    expect((await ask('ann', 'GET /user-candidates?skip=4&limit=10')).body.data).toHaveLength(2);
    await setMember('bob', { deny: ['app_login'] });
    await setMember('cat', { state: 'ended' });
    const some = await ask('ann', 'GET /user-candidates');
    expect(some.body.data.map(({ fid }: { fid: string }) => fid)).toEqual(['ann', 'dan', 'eve', 'lin']);
    await setMember('bob', { deny: [] });
    await setMember('cat', { state: 'active' });
  });

  test('are listed to all members only if an application type lets the applicant choose people', async () => {
    expect((await ask('eve', 'GET /user-candidates')).body.code).toBe('work.not_allowed');
    await defineFlowType(world.services.db, {
      tid: 'one',
      type: 'file_authorization',
      name: '授权',
      process: {
        stages: [{ rule: 'any_of', approvers: ['ann'] }],
        cc: [],
        fileProcess: { by: 'executors', executors: ['dan', 'eve'] },
        delivery: 'none',
        directComplete: false,
        taskTimeLimit: null,
      },
    });
    expect((await ask('eve', 'GET /user-candidates')).status).toBe(200);
  });
});

describe('classifications that an application can request', () => {
  const process = {
    stages: [{ rule: 'any_of' as const, approvers: ['ann'] }],
    cc: [],
    fileProcess: { by: 'service' as const },
    delivery: 'download' as const,
    directComplete: false,
    taskTimeLimit: null,
  };

  test('are listed to members if the tenant offers that, lowest first, without other details', async () => {
    const { db } = world.services;
    await createClassification(db, { tid: 'one', id: 'secret', name: '秘密', level: 2 });
    await createClassification(db, { tid: 'one', id: 'open', name: '公开', level: 0, isDefault: true });
    expect((await ask('eve', 'GET /user-classifications')).body.code).toBe('work.not_allowed');
    await defineFlowType(db, { tid: 'one', type: 'file_to_classification', name: '转密级', process });
    const { total, data } = (await ask('eve', 'GET /user-classifications')).body;
    expect(total).toBe(2);
    expect(data).toEqual([
      { id: 'open', name: '公开', isDefault: true },
      { id: 'secret', name: '秘密', isDefault: false },
    ]);
  });
});

describe('person who may no longer act', () => {
  test('loses the open tasks by a job of the same transaction', async () => {
    await startWorkflowJobs(world.jobs, world.services);
    const flows = [await world.apply(), await world.apply()];
    await inTransaction(world.services.db, async (transaction) => {
      await transaction.updateTable('memberships').set({ state: 'ended' }).where('fid', '=', 'ann').execute();
      await enqueueExecutorLeft(world.services, transaction, { tid: 'one', fid: 'ann' });
    });
    await eventually(async () => {
      for (const flowID of flows)
        expect(await outcomes(flowID)).toMatchObject({ ann: 'approval_no_executor', bob: null });
    });
    expect(await stateOf(flows[0] ?? '')).toBe('approving');
    await world.services.db
      .updateTable('memberships')
      .set({ state: 'active' })
      .where('fid', '=', 'ann')
      .execute();
  });

  test('keeps the tasks if readmitted before the job', async () => {
    const flowID = await world.apply();
    await handleExecutorLeft(world.services, { tid: 'one', fid: 'ann' });
    expect(await outcomes(flowID)).toMatchObject({ ann: null });
  });

  test('as the last executor ends the flow', async () => {
    const uri = await world.store('a.txt', new Uint8Array([65]));
    const flowID = await world.apply({ type: 'file_authorization', files: [uri] });
    const taskID = (await world.tasks(flowID)).get('ann');
    await ask('ann', `POST /tasks/${taskID}/actions/approve`, {});
    for (const fid of ['dan', 'eve'] as const) {
      await setMember(fid, { deny: ['app_login'] });
      await handleExecutorLeft(world.services, { tid: 'one', fid });
      await handleExecutorLeft(world.services, { tid: 'one', fid });
    }
    expect(await stateOf(flowID)).toBe('terminated');
    expect(await outcomes(flowID)).toMatchObject({
      dan: 'file_processing_no_executor',
      eve: 'file_processing_no_executor',
    });
    for (const fid of ['dan', 'eve'] as const) await setMember(fid, { deny: [] });
  });

  test('is left out of a later stage and rejected as an assignee', async () => {
    const uri = await world.store('b.txt', new Uint8Array([66]));
    const flowID = await world.apply({ type: 'file_decryption', files: [uri] });
    await setMember('cat', { state: 'ended' });
    const ids = await world.tasks(flowID);
    const transfer = `POST /tasks/${ids.get('ann')}/actions/transfer`;
    expect((await ask('ann', transfer, { assignee: 'cat' })).body.code).toBe('work.approvers_invalid');
    for (const name of ['ann', 'bob'] as const) {
      expect((await ask(name, `POST /tasks/${ids.get(name)}/actions/approve`, {})).status).toBe(200);
    }
    expect(await stateOf(flowID)).toBe('terminated');
    expect(await outcomes(flowID)).toEqual({
      ann: 'approved',
      bob: 'approved',
      nobody: 'approval_no_executor',
    });
    await setMember('cat', { state: 'active' });
  });

  test('is handled by a separate job if a task is being assigned meanwhile', async () => {
    const { pool } = world.connection;
    const flowID = await world.apply();
    const taskID = (await world.tasks(flowID)).get('dan') ?? '';
    const leaving = await pool.connect();
    await leaving.query("begin; update memberships set state = 'ended' where tid = 'one' and fid = 'eve'");
    const transfer = ask('dan', `POST /tasks/${taskID}/actions/transfer`, { assignee: 'eve' });
    await eventually(async () => {
      const waiting = await pool.query(
        "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
      );
      expect(waiting.rowCount).toBe(1);
    });
    await leaving.query('commit');
    leaving.release();
    expect((await transfer).status).toBe(200);
    await eventually(async () =>
      expect(await outcomes(flowID)).toMatchObject({ eve: 'approval_no_executor' }),
    );
    await setMember('eve', { state: 'active' });
  });
});

describe('processing', () => {
  test('advances a flow once, and a late event is rejected', async () => {
    const uri = await world.store('c.txt', new Uint8Array([67]));
    const flowID = await world.apply({ type: 'file_decryption', title: '解密', files: [uri] });
    const address = { tid: 'one', flowID };
    const advance = (type: 'processing_started' | 'processing_done' | 'processing_failed') =>
      advanceFlow(world.services, { ...address, event: { type } });
    expect(await advance('processing_started')).toBe(false);
    for (const name of ['ann', 'bob', 'cat'] as const) {
      const taskID = (await world.tasks(flowID)).get(name);
      await ask(name, `POST /tasks/${taskID}/actions/approve`, {});
    }
    expect(await findFlowForProcessing(world.services.db, address)).toEqual({
      ...address,
      type: 'file_decryption',
      typeName: '文件解密',
      title: '解密',
      description: '项目对外沟通',
      applicantFid: 'lin',
      state: 'passed',
      delivery: 'download',
      details: {},
      approverFids: ['ann', 'bob', 'cat'],
      files: [expect.objectContaining({ uri, name: 'c.txt', size: 1, encrypted: false })],
    });
    expect(await Promise.all([advance('processing_started'), advance('processing_started')])).toEqual(
      expect.arrayContaining([true, false]),
    );
    expect(await advance('processing_failed')).toBe(true);
    expect(await stateOf(flowID)).toBe('not_processed');
    expect([await advance('processing_started'), await advance('processing_done')]).toEqual([true, true]);
    expect(
      await advanceFlow(world.services, { tid: 'two', flowID, event: { type: 'processing_done' } }),
    ).toBe(false);
    expect(await confirmReceipt(world.services, world.person('ann'), flowID)).toBe(false);
    expect(await confirmReceipt(world.services, world.person('lin'), flowID)).toBe(true);
    expect(await confirmReceipt(world.services, world.person('lin'), flowID)).toBe(false);
    expect(await stateOf(flowID)).toBe('finished');
    const jobs = await world.connection.pool.query(
      "select data from pgboss.job where name = 'workflow.processing' and data->>'flowID' = $1",
      [flowID],
    );
    expect(jobs.rows).toEqual([{ data: { ...address, task: 'process_files' } }]);
  });
});
