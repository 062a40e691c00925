import { expect, test } from 'vitest';
import { checkDecisions, checkFlows } from './check-work.ts';
import type { DecisionEntry, FlowEntry } from './journal.ts';
import { approve, played, rowsOf, submit } from './test-flow.ts';

const rows = rowsOf(played([submit, approve('ann'), approve('bob')]));
const [first, second] = rows.decisions;
const entryOf = (row: typeof first): DecisionEntry => ({
  tid: 'one',
  fid: row?.fid ?? '',
  aid: row?.aid ?? '',
  taskID: row?.task_id ?? '',
  action: 'approve',
  note: 'ok',
  outcome: 'processed',
});
const notes = [entryOf(first), entryOf(second)];
const flow: FlowEntry = {
  tid: 'one',
  fid: 'dan',
  aid: 'one-dan',
  flowID: 'f',
  type: 'x',
  title: 'T',
  files: [],
};
const names = (violations: readonly { invariant: string }[]) => [
  ...new Set(violations.map(({ invariant }) => invariant)),
];

test('a result that matches the answers violates nothing', () => {
  expect(checkDecisions(rows, notes)).toEqual([]);
  expect(checkFlows(rows, { flows: [flow], acts: [] })).toEqual([]);
});

test('an acknowledged decision that is missing is found', () => {
  const lost = { ...rows, decisions: rows.decisions.slice(1) };
  expect(names(checkDecisions(lost, notes))).toEqual(['decisions-kept', 'decisions-once']);
  expect(names(checkFlows(lost, { flows: [], acts: [] }))).toEqual(['flows-follow']);
});

test('a second winner of a task, or a second decision of a task, is found', () => {
  expect(names(checkDecisions(rows, [...notes, entryOf(first)]))).toEqual(['decisions-once']);
  const doubled = { ...rows, decisions: [...rows.decisions, ...rows.decisions.slice(0, 1)] };
  expect(names(checkDecisions(doubled, notes))).toContain('decisions-once');
});

test('a decision without its audit record, or with a record of another content, is found', () => {
  expect(names(checkDecisions({ ...rows, records: rows.records.slice(0, -1) }, notes))).toEqual([
    'decisions-audited',
  ]);
  const other = rows.records.map((record) => ({ ...record, sha256: 'e' }));
  expect(names(checkDecisions({ ...rows, records: other }, notes))).toEqual(['decisions-audited']);
});

test('an application that is missing, changed or duplicated is found', () => {
  expect(names(checkFlows(rows, { flows: [{ ...flow, flowID: 'g' }], acts: [] }))).toEqual(['flows-kept']);
  expect(names(checkFlows(rows, { flows: [{ ...flow, files: ['u'] }], acts: [] }))).toEqual(['flows-kept']);
  const twice = { ...rows, flows: [...rows.flows, ...rows.flows] };
  expect(names(checkFlows(twice, { flows: [], acts: [] }))).toEqual(['flows-once']);
  const act = { tid: 'one', fid: 'dan', aid: 'one-dan', flowID: 'f', action: 'cancel' } as const;
  expect(names(checkFlows(rows, { flows: [], acts: [act] }))).toEqual(['flows-kept']);
});
