import { expect, test } from 'vitest';
import type { Process, Stage } from './model.ts';
import { simulateProcess } from './simulate.ts';

const processOf = (stages: readonly Stage[], change: Partial<Process> = {}): Process => ({
  stages,
  cc: [],
  fileProcess: { by: 'service' },
  delivery: 'download',
  directComplete: false,
  taskTimeLimit: null,
  ...change,
});
const any = (...approvers: string[]): Stage => ({ rule: 'any_of', approvers });
const all = (...approvers: string[]): Stage => ({ rule: 'all_of', approvers });
const absent = new Set(['gone', 'left']);
const people = { applicantID: 'lin', isActive: (fid: string) => !absent.has(fid) };

test('names the people of each stage, without duplicates and inactive people', () => {
  const result = simulateProcess(processOf([any('ann', 'ann', 'gone', 'bob'), all('cat', 'lin')]), people);
  expect(result).toEqual({
    stages: [
      { assigneeIDs: ['ann', 'bob'], isReached: true },
      { assigneeIDs: ['cat', 'lin'], isReached: true },
    ],
    ccIDs: [],
    executorIDs: null,
    isPossible: true,
  });
});

test('does not reach the stages after one that nobody can decide, but names their people', () => {
  const stages = [any('ann'), any('gone'), all('bob', 'left'), any('left')];
  const { isPossible, stages: simulated } = simulateProcess(processOf(stages), people);
  expect(isPossible).toBe(false);
  expect(simulated).toEqual([
    { assigneeIDs: ['ann'], isReached: true },
    { assigneeIDs: [], isReached: true },
    { assigneeIDs: ['bob'], isReached: false },
    { assigneeIDs: [], isReached: false },
  ]);
});

test('treats a stage without approvers as one that nobody can decide', () => {
  const { isPossible, stages } = simulateProcess(processOf([any(), any('ann')]), people);
  expect([isPossible, stages.map(({ isReached }) => isReached)]).toEqual([false, [true, false]]);
});

test('names the people who are informed and who process the files', () => {
  const fileProcess = { by: 'executors', executors: ['dan', 'gone'] } as const;
  const process = processOf([any('ann')], { cc: ['eve', 'left'], fileProcess });
  expect(simulateProcess(process, people)).toMatchObject({
    ccIDs: ['eve'],
    executorIDs: ['dan'],
    isPossible: true,
  });
});

test('is not possible without an executor or without a stage', () => {
  const fileProcess = { by: 'executors', executors: ['gone'] } as const;
  expect(simulateProcess(processOf([any('ann')], { fileProcess }), people)).toMatchObject({
    executorIDs: [],
    isPossible: false,
  });
  expect(simulateProcess(processOf([]), people).isPossible).toBe(false);
});
