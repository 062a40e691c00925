import { afterAll, beforeAll, expect, test } from 'vitest';
import { findBreak } from '../../../testing/chain.ts';
import { eventually } from '../../../testing/eventually.ts';
import { openTestService, type TestService } from '../../../testing/service.ts';
import { openAs } from '../../../tests/key-client.ts';
import { signInDevice, type TestDevice } from '../../../tests/key-device.ts';
import { demoPassword } from './demo-people.table.ts';
import { findDemo } from './find-demo.usecases.ts';
import { needsDemo, seedDemo } from './seed-demo.usecases.ts';

let service: TestService;
let url: string;

beforeAll(async () => {
  service = await openTestService();
  // The demo data contains the URL of the service, so the service must listen before the demo seals documents.
  url = await service.listen();
  await seedDemo(service);
});
afterAll(() => service.close());

const signIn = (username: string): Promise<TestDevice> =>
  signInDevice({ url }, username, { secret: demoPassword });

async function get<T>({ token }: { token: string }, path: string): Promise<T> {
  const response = await service.ask(token, `GET /api/v1/${path}`);
  expect(response.statusCode).toBe(200);
  return response.json();
}

interface Flow {
  id: string;
  title: string;
  state: string;
}

test('seeds the complete demo only once and lists its accounts and passwords', async () => {
  const { db } = service.accounts;
  const count = () => db.selectFrom('flows').select('flow_id').orderBy('flow_id').execute();
  const before = await count();
  expect(await needsDemo(db)).toBe(false);
  await seedDemo(service);

  expect(await count()).toEqual(before);
  const demo = await findDemo(db);
  expect(demo?.accounts.map(({ role }) => role)).toEqual([
    'employee',
    'approver',
    'administrator',
    'colleague',
    'colleague',
    'no-tenant',
  ]);
  for (const { username, password, tenants } of demo?.accounts ?? []) {
    const response = await service.signIn(username, password);
    expect(response.tenants.map(({ id }) => id)).toEqual(tenants);
  }
});

test('creates flows in many states and open tasks for the employee and the approver', async () => {
  const [employee, approver] = [await signIn('zhangwei'), await signIn('lina')];
  const waiting = async (who: TestDevice, tid: string) =>
    (await get<{ total: number }>(who, `tenants/${tid}/user-tasks?state=awaiting&type=approval&limit=0`))
      .total;

  // The service processes approved applications in the background.
  await eventually(async () => {
    const { data: flows } = await get<{ data: Flow[] }>(employee, 'tenants/huachen/user-flows?limit=100');
    expect([...new Set(flows.map(({ state }) => state))].toSorted()).toEqual([
      'approving',
      'canceled',
      'finished',
      'not_processed',
      'processed',
      'rejected',
      'terminated',
      'waiting',
    ]);
  });
  expect(await waiting(approver, 'huachen')).toBeGreaterThanOrEqual(4);
  expect(await waiting(approver, 'lanhai')).toBeGreaterThanOrEqual(2);
  expect(await waiting(employee, 'huachen')).toBeGreaterThanOrEqual(1);
});

test('shows the person named in the title of a file authorization in its details', async () => {
  const approver = await signIn('lina');
  const { data: tasks } = await get<{ data: { flow: Flow }[] }>(approver, 'tenants/huachen/user-tasks');
  const flow = tasks.find(({ flow: { title } }) => title.includes('授权张伟'))?.flow;
  const { data } = await get<{ data: { detailNames: Record<string, string> } }>(
    approver,
    `tenants/huachen/flows/${flow?.id}`,
  );
  expect(Object.values(data.detailNames)).toEqual(['张伟']);
});

test('lets the approver open the attachments of the applicant, but no uninvolved person', async () => {
  // Devices date their proofs by the system clock.
  service.time.now = Date.now();
  const [approver, outsider] = [await signIn('lina'), await signIn('chenjing')];
  const { data: tasks } = await get<{ data: { flow: Flow }[] }>(
    approver,
    'tenants/huachen/user-tasks?state=awaiting',
  );
  const flow = tasks.find(({ flow: { title } }) => title.includes('法院举证'))?.flow;
  const { data: files } = await get<{ data: { uri: string; name: string }[] }>(
    approver,
    `tenants/huachen/flows/${flow?.id}/files`,
  );
  const { token } = (await service.ask(approver.token, 'POST /api/v1/tenants/huachen/file-token')).json();
  const sealed = (await service.ask(token, `GET /api/v1/files/${files[0]?.uri}`)).rawPayload;
  const ask = { tid: 'huachen', file: sealed };

  const content = await openAs({ url }, { ...ask, device: approver });
  expect(Buffer.from(content.subarray(0, 5)).toString()).toBe('%PDF-');
  await expect(openAs({ url }, { ...ask, device: outsider })).rejects.toMatchObject({
    code: 'kas.refused.no_grant',
  });
  expect(await findBreak(service.accounts.db, 'huachen')).toBeNull();
});
