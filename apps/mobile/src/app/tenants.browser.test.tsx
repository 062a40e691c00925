import { afterEach, beforeAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { type Mounted, mountApp } from '../../testing/app/mount.tsx';
import { later } from '../../testing/app/store-session.ts';
import { task } from '../../testing/app/work-world.ts';
import { type Answers, json, signedIn, twoTenants, userWith } from '../../testing/session/answers.ts';
import { createMemoryPlatform } from '../platform/adapters/memory/index.ts';
import { createSessionStorage } from '../platform/session/session.repository.ts';
import { useBadges } from '../shell/badges/badges.store.ts';

/** The answers for a tenant with `total` tasks, whose titles start with `title`. */
const workOf = (tid: string, title: string, total: number): Answers => ({
  [`GET /api/v1/tenants/${tid}/current-user`]: () => json(userWith('users')),
  [`GET /api/v1/tenants/${tid}/flow-types`]: () => json({ total: 0, data: [] }),
  [`GET /api/v1/tenants/${tid}/user-flows`]: () => json({ total: 0, data: [] }),
  [`GET /api/v1/tenants/${tid}/user-absences`]: () => json({ data: { own: [], asDeputy: [] } }),
  [`GET /api/v1/tenants/${tid}/user-tasks`]: (request) => {
    const limit = Number(new URL(request.url).searchParams.get('limit'));
    const data = Array.from({ length: Math.min(total, limit) }, (_, index) => {
      const one = task(index + 1);
      return { ...one, flow: { ...one.flow, title: `${title} ${index + 1}` } };
    });
    return json({ total, data });
  },
});

let mounted: Mounted | undefined;
beforeAll(() => page.viewport(390, 844));
afterEach(() => mounted?.unmount());

it('reloads the lists and counts for the organisation chosen in the title', async () => {
  const platform = createMemoryPlatform();
  const storage = createSessionStorage(platform);
  const { aid, mobileNo, email, tenants } = signedIn([...twoTenants], later);
  await storage.writeSession({ account: { aid, mobileNo, email }, tenants, bound: false, user: null });
  await storage.writeToken({ token: 'token-1', expire: later });
  await storage.chooseTenant({ tid: 't1', tname: 'First' });
  let answer: () => void = () => undefined;
  const second = workOf('t2', '乙方申请', 4);
  const released = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const tasks = second['GET /api/v1/tenants/t2/user-tasks'];
  mounted = await mountApp({
    path: '/work',
    platform,
    answers: {
      'POST /api/v1/auth/refresh-token': () => json({ token: 'token-2', expire: later }),
      'GET /api/v1/user-msg-sessions': () => json({ total: 0, data: [], unread: 0 }),
      ...workOf('t1', '甲方申请', 7),
      ...second,
      'GET /api/v1/tenants/t2/user-tasks': async (request) => {
        await released;
        return tasks?.(request) ?? json({ total: 0, data: [] });
      },
    },
  });
  await expect.element(page.getByText('甲方申请 1')).toBeVisible();
  await expect.poll(() => useBadges.getState().tasks).toBe(7);

  await page.getByRole('heading', { level: 1 }).getByRole('button').click();
  await page.getByRole('menuitem', { name: 'Second' }).click();
  // Before the answer of the second organisation, no data of the first is visible.
  await expect.poll(() => page.getByText('甲方申请 1').query()).toBeNull();
  await expect.poll(() => useBadges.getState().tasks).toBe(0);
  answer();
  await expect.element(page.getByText('乙方申请 1')).toBeVisible();
  await expect.poll(() => useBadges.getState().tasks).toBe(4);
});
