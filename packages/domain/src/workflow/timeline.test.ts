import { expect, test } from 'vitest';
import { applyTransition, decide } from './decide.ts';
import type { Flow, FlowEvent, FlowSnapshot, Process } from './model.ts';
import { timeline } from './timeline.ts';

const process: Process = {
  stages: [
    { rule: 'any_of', approvers: ['ann'] },
    { rule: 'all_of', approvers: ['bob'] },
  ],
  cc: ['cc1'],
  fileProcess: { by: 'service' },
  delivery: 'download',
  directComplete: true,
  taskTimeLimit: null,
};

function after(events: readonly FlowEvent[], change: Partial<Process> = {}): string[] {
  const flow: Flow = {
    id: 'f',
    applicantID: 'lin',
    state: 'new',
    stage: -1,
    process: { ...process, ...change },
  };
  let situation: FlowSnapshot = { flow, tasks: [] };
  let next = 0;
  for (const event of events) {
    const result = decide(situation, event, { at: 1, newID: () => `t${next++}`, isActive: () => true });
    if (!result.ok) throw new Error(result.code);
    situation = applyTransition(situation, result);
  }
  return timeline(situation).map(({ step, status }) => `${step}:${status}`);
}

const submit: FlowEvent = { type: 'submit', by: 'lin' };
const ann: FlowEvent = { type: 'approve', by: 'ann', taskID: 't0', note: null };
const bob: FlowEvent = { type: 'approve', by: 'bob', taskID: 't1', note: null };
const processed: FlowEvent[] = [{ type: 'processing_started' }, { type: 'processing_done' }];

test.each<[string, FlowEvent[], string[]]>([
  ['a draft', [], ['current', 'upcoming', 'upcoming', 'upcoming', 'upcoming', 'upcoming']],
  ['submitted', [submit], ['done', 'current', 'upcoming', 'upcoming', 'upcoming', 'upcoming']],
  ['first stage approved', [submit, ann], ['done', 'done', 'current', 'upcoming', 'upcoming', 'upcoming']],
  ['approved', [submit, ann, bob], ['done', 'done', 'done', 'done', 'current', 'upcoming']],
  ['ready', [submit, ann, bob, ...processed], ['done', 'done', 'done', 'done', 'done', 'current']],
  [
    'fetched',
    [submit, ann, bob, ...processed, { type: 'download', by: 'lin', taskID: 't3', note: null }],
    ['done', 'done', 'done', 'done', 'done', 'done'],
  ],
  [
    'rejected at the first stage',
    [submit, { ...ann, type: 'reject' }],
    ['done', 'stopped', 'skipped', 'skipped', 'skipped', 'skipped'],
  ],
  [
    'directly completed at the first stage',
    [submit, { ...ann, type: 'complete' }],
    ['done', 'done', 'skipped', 'done', 'current', 'upcoming'],
  ],
  [
    'canceled in processing',
    [submit, ann, bob, { type: 'cancel', by: 'lin' }],
    ['done', 'done', 'done', 'done', 'stopped', 'skipped'],
  ],
  [
    'canceled before the download',
    [submit, ann, bob, ...processed, { type: 'cancel', by: 'lin' }],
    ['done', 'done', 'done', 'done', 'done', 'stopped'],
  ],
])('%s', (_, events, standings) => {
  const steps = ['initiate', 'approve', 'approve', 'cc', 'file_process', 'download_decrypt'];
  expect(after(events)).toEqual(steps.map((step, index) => `${step}:${standings[index]}`));
});

test('a timeline has only the steps of its process', () => {
  expect(after([], { cc: [], fileProcess: null, delivery: 'email' })).toEqual([
    'initiate:current',
    'approve:upcoming',
    'approve:upcoming',
    'send_email:upcoming',
  ]);
});

test('a process without delivery has no delivery step', () => {
  expect(after([submit], { cc: [], delivery: 'none' })).toEqual([
    'initiate:done',
    'approve:current',
    'approve:upcoming',
    'file_process:upcoming',
  ]);
});

test('a sent mail completes the last step, and the files count as processed', () => {
  const sent: FlowEvent[] = [submit, ann, bob, ...processed, { type: 'email_sent' }];
  expect(after(sent, { cc: [], delivery: 'email' })).toEqual([
    'initiate:done',
    'approve:done',
    'approve:done',
    'file_process:done',
    'send_email:done',
  ]);
});
