import { expect, test } from 'vitest';
import { createRequester, type PersonName, useWorld } from '../../../testing/world.ts';
import {
  countTasks,
  createBatchedTaskSelector,
  createCountRunner,
  createTaskSelector,
  searchTasks,
} from './list.repository.ts';

const world = useWorld();
const ask = createRequester(world);

const people: readonly PersonName[] = ['ann', 'bob', 'eve', 'ann'];
const filters = [
  { state: 'awaiting', step: 'approve' },
  { state: 'awaiting' },
  { step: 'approve' },
  {},
  { state: 'awaiting', keyword: 'a' },
] as const;
const pages = [
  { skip: 0, limit: 10 },
  { skip: 1, limit: 1 },
  { skip: 200, limit: 10 },
];

test('pages that are read together are those that are read one by one, also of a deputy', async () => {
  for (let n = 0; n < 3; n += 1) await world.apply();
  expect((await ask('ann', 'POST /user-absences', { deputy: 'eve' })).status).toBe(200);
  const { pool } = world.connection;
  const selectAlone = createTaskSelector(pool);
  const selectTogether = createBatchedTaskSelector(pool);
  const at = new Date(world.clock);
  const requests = filters.flatMap((filter) =>
    pages.flatMap((page) => people.map((fid) => ({ person: { tid: 'one', fid }, filter, page, at }))),
  );
  const together = await Promise.all(requests.map((request) => selectTogether(request)));
  for (const [index, request] of requests.entries()) {
    const page = together[index];
    expect(page).toMatchObject(await selectAlone(request));
    expect(page?.isDeputy).toBe(request.person.fid === 'eve');
  }
  const lengths = new Set(together.map(({ rows }) => rows.length));
  expect(lengths.size).toBeGreaterThan(2);
  expect(together.some(({ rows }) => rows.some((row) => row.absent_fid === 'ann'))).toBe(true);
});

test('a search returns the page and the number that are read one by one, also of a deputy and behind the last page', async () => {
  // The person is absent since the test before.
  await world.apply();
  const { pool } = world.connection;
  const at = new Date(world.clock);
  const totals = new Set<number>();
  for (const filter of filters)
    for (const page of pages)
      for (const fid of people) {
        const request = { person: { tid: 'one', fid }, filter, page, at };
        const { total, ...found } = await searchTasks(pool, request);
        expect(found).toMatchObject(await createTaskSelector(pool)(request));
        expect(total).toBe(await countTasks(createCountRunner(pool), request));
        totals.add(total);
      }
  expect(totals.size).toBeGreaterThan(1);
});

test('a person of another organisation gets nothing of the batch', async () => {
  await world.apply();
  const select = createBatchedTaskSelector(world.connection.pool);
  const request = { filter: {}, page: { skip: 0, limit: 10 }, at: new Date(world.clock) };
  const [own, foreign] = await Promise.all(
    ['one', 'two'].map((tid) => select({ ...request, person: { tid, fid: 'ann' } })),
  );
  expect(own?.rows.length).toBeGreaterThan(0);
  expect(foreign).toEqual({ rows: [], isDeputy: false });
});
