import { afterEach, beforeAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { button, close, flow, info, open, where } from '../../testing/app/work-world.ts';
import { json, nothing, refusal } from '../../testing/session/answers.ts';

beforeAll(() => page.viewport(360, 740));
afterEach(close);

const followed = 'GET /api/v1/tenants/t1/user-followed-flows';
const call = '/api/v1/tenants/t1/flows/f1/follow';

it('follows an application of somebody else and ends it', async () => {
  const sent: string[] = [];
  const record = (request: Request) => {
    sent.push(request.method);
    return nothing();
  };
  await open('/flowinfo16?flowID=f1', { [`PUT ${call}`]: record, [`DELETE ${call}`]: record });
  await button('关注此申请').click();
  await expect.element(button('取消关注')).toHaveAttribute('aria-pressed', 'true');
  await button('取消关注').click();
  await expect.element(button('关注此申请')).toHaveAttribute('aria-pressed', 'false');
  expect(sent).toEqual(['PUT', 'DELETE']);
});

it('keeps the state of the button if the service does not follow', async () => {
  await open('/flowinfo16?flowID=f1', { [`PUT ${call}`]: () => refusal('app.unknown_error', 500) });
  await button('关注此申请').click();
  await expect.element(page.getByRole('alert')).toBeVisible();
  await expect.element(button('关注此申请')).toHaveAttribute('aria-pressed', 'false');
});

it('offers nothing to follow for an own or a finished application', async () => {
  await open('/flowinfo16?flowID=f1', {
    'GET /api/v1/tenants/t1/flows/f1': () => json({ data: { ...info, state: 'finished', myTask: null } }),
  });
  await expect.element(page.getByRole('heading', { name: '外发合同' })).toBeVisible();
  expect(button('关注此申请').query()).toBeNull();
});

it('lists the followed applications, which open their details', async () => {
  await open('/work?view=followed', { [followed]: () => json({ total: 1, data: [flow] }) });
  await page.getByRole('button', { name: /外发合同/u }).click();
  await expect.poll(where).toContain('/flowinfo16?flowID=f1');
});
