import { afterEach, beforeAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { button, close, open } from '../../testing/app/work-world.ts';
import { json, refusal } from '../../testing/session/answers.ts';

beforeAll(() => page.viewport(360, 740));
afterEach(close);

const call = 'GET /api/v1/tenants/t1/user-insight';
const address = '/myinfo?view=insight';
const figures = {
  open: 3,
  oldestAt: Date.UTC(2026, 10, 20),
  decided: 7,
  median: 5 * 3_600_000,
  from: 0,
  until: 0,
  isShownToAdministrators: false,
};

it('shows the own figures of the chosen period, and who sees them', async () => {
  const asked: (string | null)[] = [];
  await open(address, {
    [call]: (request: Request) => {
      const days = new URL(request.url).searchParams.get('days');
      asked.push(days);
      return json({ data: { ...figures, isShownToAdministrators: days === '90' } });
    },
  });
  await expect.element(page.getByText('5 小时')).toBeVisible();
  await expect.element(page.getByText('只有您能看到这些数字。')).toBeVisible();
  await page.getByRole('button', { name: /时间范围/u }).click();
  await page.getByText('最近 90 天').click();
  await expect.element(page.getByText(/管理员可以查看这些数字/u)).toBeVisible();
  expect(asked).toEqual(['30', '90']);
});

it('offers to try again if the figures take too long', async () => {
  await open(address, { [call]: () => refusal('work.insight_timeout', 503) });
  await expect.element(button('重试')).toBeVisible();
});
