import type { Api } from '@sealflow/sdk/api.client.ts';
import { ApiError } from '@sealflow/sdk/api.errors.ts';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { showTenantScreen } from '../../../testing/tenant-screen.tsx';
import { applyLanguage } from '../../i18n/index.ts';
import { zh } from '../../i18n/zh.ts';
import { peopleCall, type TypeInsight, typesCall } from './insight.queries.ts';
import InsightScreen from './insight.screen.tsx';

const { insight: texts, common, workflow } = zh;
const hourMs = 3_600_000;

const stage = (number: number | null, share: number): TypeInsight['stages'][number] => ({
  step: number === null ? 'file_process' : 'approve',
  stage: number,
  passes: 4,
  median: 2 * hourMs,
  total: share * 100 * hourMs,
  share,
  waiting: 1,
  overdue: 2,
  escalated: 1,
});
const typeOf = (type: TypeInsight['type'], open: number, median: number | null): TypeInsight => ({
  type,
  name: workflow.types[type],
  open,
  finished: 4,
  rejected: 1,
  canceled: 0,
  terminated: 0,
  median,
  percentile90: median,
  returned: { count: 2, median: 30 * hourMs },
  stages: [stage(0, 0.2), stage(1, 0.75), stage(null, 0.05)],
  bottleneck: 1,
  stagesSince: Date.UTC(2026, 10, 20),
  earlierStages: { waiting: 7, overdue: 1, escalated: 0 },
});
const types = [typeOf('file_out', 1, 9.5 * hourMs), typeOf('mail_out', 3, null)];
const people = [
  { fid: 'f1', name: '张伟', open: 3, oldestAt: Date.UTC(2026, 10, 20), decided: 8, median: 36 * hourMs },
  { fid: 'f2', name: '李娜', open: 0, oldestAt: null, decided: 2, median: null },
];

let queries: [string, object | undefined][] = [];
let isOff = false;
let isEmpty = false;
let hide = () => {};

beforeAll(() => applyLanguage('zh'));
beforeEach(() => {
  queries = [];
  isOff = false;
  isEmpty = false;
});
afterEach(() => hide());

const service = (async (name: string, { query }: { query?: object } = {}) => {
  queries.push([name, query]);
  if (name === typesCall) return { data: { from: 0, until: 0, types: isEmpty ? [] : types } };
  if (isOff)
    throw new ApiError({ kind: 'http', status: 403, code: 'work.insight_on_people_off', message: '' });
  return { total: people.length, data: people };
}) as Api['call'];

function show(search = ''): void {
  hide = showTenantScreen(<InsightScreen />, {
    area: 'insight',
    search,
    api: { call: service } as unknown as Api,
  });
}

const firstNames = () =>
  page
    .getByRole('rowheader')
    .elements()
    .map((element) => element.textContent);

it('shows the types by their open applications, with the bottleneck and its share as text', async () => {
  show();
  const grid = page.getByRole('grid', { name: texts.types });
  await expect.element(grid).toBeVisible();
  expect(firstNames()).toEqual([workflow.types.mail_out, workflow.types.file_out]);
  const row = grid.getByRole('row', { name: workflow.types.file_out });
  await expect.poll(() => row.element().textContent).toContain(workflow.hours(9.5));
  await expect.poll(() => row.element().textContent).toContain(`${texts.stage(2)}75%`);
  await expect.poll(() => row.element().textContent).toContain('7（升级 3）');
  expect(queries).toEqual([[typesCall, { days: '30', offsetMinutes: -new Date().getTimezoneOffset() }]]);
});

it('keeps period and order in the address, and types without a value last', async () => {
  show('?days=365&sort=-median');
  await expect.element(page.getByRole('grid')).toBeVisible();
  expect(queries.at(-1)?.[1]).toMatchObject({ days: '365' });
  expect(firstNames()).toEqual([workflow.types.file_out, workflow.types.mail_out]);
  await page.getByRole('button', { name: new RegExp(texts.period) }).click();
  await page.getByRole('option', { name: texts.lastDays(90) }).click();
  await expect.poll(() => queries.at(-1)?.[1]).toMatchObject({ days: '90' });
});

it('shows the stages of a type', async () => {
  show('?open=file_out');
  const dialog = page.getByRole('dialog', { name: workflow.types.file_out });
  const table = dialog.getByRole('table', { name: texts.stages });
  await expect
    .poll(() => table.getByRole('row').nth(2).element().textContent)
    .toContain(texts.stage(2) + texts.bottleneck);
  await expect
    .poll(() => table.getByRole('row').nth(3).element().textContent)
    .toContain(texts.fileProcessing);
  await expect.poll(() => dialog.element().textContent).toContain(texts.returnedTimes(2, workflow.days(1.3)));
  expect(dialog.element().textContent).toMatch(/环节于 2026.+修改，.+另有 7 项在修改前的环节中等待/);
});

it('says what to do without applications', async () => {
  isEmpty = true;
  show();
  await expect.element(page.getByText(texts.emptyTypes)).toBeVisible();
});

it('shows people sorted by the service, without a median of few tasks', async () => {
  show('?tab=people&sort=-median');
  const grid = page.getByRole('grid', { name: texts.people });
  await expect
    .poll(() => grid.getByRole('row', { name: '张伟' }).element().textContent)
    .toContain(workflow.days(1.5));
  await expect
    .poll(() => grid.getByRole('row', { name: '李娜' }).element().textContent)
    .toContain(texts.tooFew);
  expect(queries).toEqual([[peopleCall, expect.objectContaining({ sort: '-median', skip: 0, limit: 20 })]]);
});

it('leads to the settings where figures of people are off', async () => {
  isOff = true;
  show('?tab=people');
  await expect.element(page.getByText(texts.peopleOff)).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: texts.openSettings }))
    .toHaveAttribute('href', '/t/t1/settings');
  await expect.element(page.getByRole('button', { name: common.retry })).not.toBeInTheDocument();
});
