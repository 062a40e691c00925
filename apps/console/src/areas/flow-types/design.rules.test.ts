import { describe, expect, test } from 'vitest';
import {
  addStage,
  changeStage,
  type EditedProcess,
  findProblems,
  isSameDesign,
  type KnownPeople,
  moveStage,
  removeStage,
  startEditing,
  toDraft,
} from './design.rules.ts';

const people: KnownPeople = new Map([
  ['ann', { name: 'Ann', inactive: null }],
  ['gone', { name: 'Gone', inactive: 'ended' as const }],
]);
const processOf = (...stages: (readonly string[])[]): EditedProcess => ({
  name: 'Release',
  stages: stages.map((approvers, index) => ({ rule: 'any_of', approvers: [...approvers], key: `${index}` })),
  cc: [],
  fileProcess: { by: 'service' },
  directComplete: false,
  taskTimeLimit: null,
});
const problemsOf = (process: EditedProcess) => findProblems(process, { people, needsProcessing: true });
const keysOf = ({ stages }: EditedProcess) => stages.map(({ key }) => key).join('');

describe('problems', () => {
  test('a complete process has none', () => {
    expect(problemsOf(processOf(['ann']))).toEqual([]);
  });

  test.each([
    [processOf(), [{ kind: 'noStage' }]],
    [processOf(['ann'], []), [{ kind: 'emptyStage', stage: 2 }]],
    [
      processOf(['gone']),
      [
        { kind: 'nobodyDecides', stage: 1 },
        { kind: 'inactive', fid: 'gone', reason: 'ended' },
      ],
    ],
    [processOf(['ann', 'gone']), [{ kind: 'inactive', fid: 'gone', reason: 'ended' }]],
    [{ ...processOf(['ann']), cc: ['ghost'] }, [{ kind: 'inactive', fid: 'ghost', reason: 'unknown' }]],
    [{ ...processOf(['ann']), name: ' ' }, [{ kind: 'noName' }]],
    [{ ...processOf(['ann']), fileProcess: null }, [{ kind: 'needsProcessing' }]],
    [{ ...processOf(['ann']), taskTimeLimit: 59_999 }, [{ kind: 'timeLimit' }]],
    [
      { ...processOf(['ann']), fileProcess: { by: 'executors' as const, executors: [] } },
      [{ kind: 'noExecutor' }],
    ],
  ])('%j', (process, expected) => {
    expect(problemsOf(process)).toEqual(expected);
  });
});

describe('the head of the department', () => {
  const [stage] = processOf([]).stages;
  const process: EditedProcess = {
    ...processOf(),
    stages: stage ? [{ ...stage, departmentHead: true }] : [],
  };

  test('is enough for a stage, is saved, and makes another design', () => {
    expect(problemsOf(process)).toEqual([]);
    expect(toDraft(process).process.stages).toEqual([
      { rule: 'any_of', approvers: [], departmentHead: true },
    ]);
    expect(isSameDesign(process, processOf([]))).toBe(false);
  });

  test('switched off leaves the design as it was', () => {
    const off = changeStage(process, '0', { departmentHead: false });
    expect(isSameDesign(off, processOf([]))).toBe(true);
    expect(problemsOf(off)).toEqual([{ kind: 'emptyStage', stage: 1 }]);
  });
});

test('saves the rules that are on, and the fallback approvers', () => {
  const on = changeStage(processOf([]), '0', {
    headAbove: true,
    documentOwner: true,
    roles: ['legal'],
    applicantChoice: { orgID: 'law' },
  });
  const rules = { headAbove: true, documentOwner: true, roles: ['legal'], applicantChoice: { orgID: 'law' } };
  expect(problemsOf(on)).toEqual([]);
  expect(toDraft({ ...on, fallback: ['ann'] }).process).toMatchObject({
    stages: [{ rule: 'any_of', approvers: [], ...rules }],
    fallback: ['ann'],
  });
  expect(problemsOf({ ...on, fallback: ['gone'] })).toEqual([
    { kind: 'inactive', fid: 'gone', reason: 'ended' },
  ]);
  const off = { headAbove: false, documentOwner: false, roles: [], applicantChoice: undefined };
  expect(isSameDesign({ ...changeStage(on, '0', off), fallback: [] }, processOf([]))).toBe(true);
});

test('conditions are saved once they are complete, and one stage applies always or the fallback is named', () => {
  const complete = { fact: 'department' as const, is: 'one_of' as const, ids: ['law'] };
  const when = { match: 'all_of' as const, of: [complete, { ...complete, ids: [] }] };
  const conditional = changeStage(processOf(['ann']), '0', { when });
  expect(toDraft(conditional).process.stages[0]?.when).toEqual({ match: 'all_of', of: [complete] });
  const incomplete = { kind: 'incompleteCondition', stage: 1 };
  expect(problemsOf(conditional)).toEqual([{ kind: 'allConditional' }, incomplete]);
  expect(problemsOf({ ...conditional, fallback: ['ann'] })).toEqual([incomplete]);
  const two = changeStage(processOf(['ann'], ['ann']), '0', { when: { ...when, of: [complete] } });
  expect(problemsOf(two)).toEqual([]);
  const none = changeStage(processOf(['ann']), '0', { when: { match: 'any_of', of: [] } });
  expect(toDraft(none)).toEqual(toDraft(processOf(['ann'])));
});

test('overdue tasks go to named people within a time limit', () => {
  const escalation = (people: string[]) => ({ escalation: { to: 'people' as const, people, times: 2 } });
  const timed = { ...processOf(['ann']), taskTimeLimit: 3_600_000 };
  expect(problemsOf({ ...timed, ...escalation(['ann']) })).toEqual([]);
  expect(toDraft({ ...timed, ...escalation(['ann']) }).process).toMatchObject(escalation(['ann']));
  expect(problemsOf({ ...timed, ...escalation([]) })).toEqual([{ kind: 'noPeople' }]);
  expect(toDraft({ ...timed, ...escalation([]) }).process).not.toHaveProperty('escalation');
  expect(problemsOf({ ...processOf(['ann']), ...escalation(['gone']) })).toEqual([
    { kind: 'noTimeLimit' },
    { kind: 'inactive', fid: 'gone', reason: 'ended' },
  ]);
});

test('stages are added, changed, moved and removed without a change of the others', () => {
  const process = processOf(['a'], ['b'], ['c']);
  expect(keysOf(moveStage(process, '2', { key: '0', position: 'before' }))).toBe('201');
  expect(keysOf(moveStage(process, '0', { key: '2', position: 'after' }))).toBe('120');
  expect(moveStage(process, '0', { key: '0', position: 'after' })).toBe(process);
  expect(moveStage(process, '0', { key: 'none', position: 'after' })).toBe(process);
  expect(keysOf(removeStage(process, '1'))).toBe('02');
  expect(addStage(process).stages).toHaveLength(4);
  expect(toDraft(changeStage(process, '1', { rule: 'all_of' })).process.stages).toEqual([
    { rule: 'any_of', approvers: ['a'] },
    { rule: 'all_of', approvers: ['b'] },
    { rule: 'any_of', approvers: ['c'] },
  ]);
});

test('editing begins with the draft, else with the published process, else with an empty one', () => {
  const process = {
    stages: [{ rule: 'all_of' as const, approvers: ['ann'] }],
    cc: [],
    fileProcess: null,
    directComplete: false,
    taskTimeLimit: null,
  };
  const stored = { ...process, delivery: 'none' as const };
  const design = {
    id: 7,
    type: 'file_out' as const,
    delivery: 'download' as const,
    needsProcessing: true,
    enabled: false,
    published: null,
    draft: null,
    running: 0,
    people: [],
  };
  const published = { version: 1, name: 'Published', process: stored, publishedAt: 0, publishedBy: null };
  const draft = { name: 'Draft', process: { ...stored, stages: [] }, basedOn: 1, savedAt: 0, savedBy: null };
  expect(startEditing(design, 'Standard')).toMatchObject({
    name: 'Standard',
    stages: [],
    fileProcess: { by: 'service' },
  });
  const edited = startEditing({ ...design, published }, 'Standard');
  expect(toDraft(edited)).toEqual({
    name: 'Published',
    process,
  });
  expect(startEditing({ ...design, published, draft }, 'Standard')).toMatchObject({
    name: 'Draft',
    stages: [],
  });
  expect(isSameDesign(edited, startEditing({ ...design, published }, 'Standard'))).toBe(true);
  expect(isSameDesign(edited, addStage(edited))).toBe(false);
});
