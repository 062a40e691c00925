import { expect, it } from 'vitest';
import { firstStage, nextStage } from './storage-permission.rules.ts';

it.each([
  ['granted', false, null],
  ['prompt', false, 'first'],
  ['refused', false, 'refused'],
  ['prompt', true, null],
  ['refused', true, null],
] as const)('starts with %s (declined %s) at %s', (permission, declined, stage) => {
  expect(firstStage(permission, declined)).toBe(stage);
});

it.each([
  ['first', 'granted', { stage: null, report: 'granted', declined: false }],
  ['first', 'later', { stage: null, report: null, declined: false }],
  ['first', 'refused', { stage: 'refused', report: null, declined: false }],
  ['refused', 'granted', { stage: null, report: 'granted', declined: false }],
  ['refused', 'refused', { stage: null, report: 'failed', declined: false }],
  ['refused', 'no', { stage: null, report: 'failed', declined: true }],
] as const)('continues from %s after %s', (stage, answer, outcome) => {
  expect(nextStage(stage, answer)).toEqual(outcome);
});
