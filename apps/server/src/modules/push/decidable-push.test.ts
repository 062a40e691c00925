import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../../../testing/eventually.ts';
import { type Phone, signInPhone, signInRegisteredPhone } from '../../../testing/phones.ts';
import { openPushing } from '../../../testing/push.ts';
import { jsonOf, openProvider, type Provider } from '../../../testing/push-provider.ts';
import type { TestService } from '../../../testing/service.ts';
import { defineFlowType } from '../workflow/flow-types.usecases.ts';

let service: TestService;
let provider: Provider;
let li: Phone;

beforeAll(async () => {
  provider = await openProvider();
  service = await openPushing({
    JPUSH_APP_KEY: 'app-key',
    JPUSH_MASTER_SECRET: 'master-secret',
    JPUSH_BASE_URL: provider.url,
  });
  li = await signInPhone(service, 'li');
  await signInRegisteredPhone(service, 'wang', { provider: 'jpush', token: 'phone-of-wang' });
  await defineFlowType(service.db, {
    tid: 't-one',
    type: 'trusted_mailbox_application',
    name: '可信邮箱申请',
    process: {
      stages: [{ rule: 'any_of', approvers: ['f-wang'] }],
      cc: [],
      fileProcess: null,
      delivery: 'none',
      directComplete: false,
      taskTimeLimit: null,
    },
  });
});
afterAll(async () => {
  await service.close();
  await provider.close();
});

const pushes = () => provider.received.map(({ body }) => jsonOf(body).notification);

it('carries the ids of a task that its recipient can decide, and nothing of its content', async () => {
  const applied = await service.ask(li.token, 'POST /api/v1/tenants/t-one/user-flows', {
    type: 'trusted_mailbox_application',
    title: '机密标题',
    description: '机密正文',
    files: [],
    details: { email: 'partner@example.com' },
  });
  expect(applied.statusCode).toBe(200);
  const flowID = applied.json().data.id;
  await eventually(() => expect(pushes()).toHaveLength(1));
  const [{ ios, android }] = pushes();
  const task = await service.db
    .selectFrom('flow_tasks')
    .select('task_id')
    .where('flow_id', '=', flowID)
    .executeTakeFirstOrThrow();
  expect(ios.extras).toMatchObject({ type: 'task', tid: 't-one', flowID, taskID: task.task_id });
  expect(android.intent.url).toContain(`S.sealflow.taskID=${task.task_id};`);
  expect(JSON.stringify(pushes())).not.toMatch(/机密|partner/);
});
