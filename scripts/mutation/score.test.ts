import { expect, it } from 'vitest';
import { scoreOf } from './score.ts';

type Status = Parameters<typeof scoreOf>[0][number]['status'];

const results = (counts: Partial<Record<Status, number>>) =>
  Object.entries(counts).flatMap(([status, count]) =>
    Array.from({ length: count }, (): { status: Status } => ({ status: status as Status })),
  );

it('counts a mutant that no test reaches as a survivor', () => {
  expect(scoreOf(results({ Killed: 6, Timeout: 1, Survived: 2, NoCoverage: 1 }))).toEqual({
    mutants: 10,
    total: 10,
    killed: 6,
    survived: 2,
    timeout: 1,
    noCoverage: 1,
    errors: 0,
    score: 70,
  });
});

it('excludes mutants outside of the sample and mutants that cannot run from the score', () => {
  const score = scoreOf(results({ Killed: 2, Survived: 1, CompileError: 90, RuntimeError: 7 }));
  expect(score).toMatchObject({ mutants: 10, total: 100, errors: 7, score: 66.7 });
});

it('returns 0 if nothing ran', () => {
  expect(scoreOf(results({ CompileError: 3 })).score).toBe(0);
});
