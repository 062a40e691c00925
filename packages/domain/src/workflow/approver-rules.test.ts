import {
  array,
  assert,
  boolean,
  constant,
  constantFrom,
  property,
  record,
  subarray,
  uniqueArray,
} from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  asksByRule,
  choicesOf,
  eligibleHeads,
  maxHoldersPerRole,
  type RulePeople,
  resolveStage,
  withChoices,
} from './approver-rules.ts';
import type { Process, Stage } from './model.ts';
import { resolveProcess, withOwnerApproval } from './resolve-process.ts';
import { noFacts } from './stage-conditions.ts';

const nobody: RulePeople = {
  heads: [],
  owners: [],
  holders: new Map(),
  fallback: [],
  isChoosable: () => true,
};
const isActive = (personID: string) => personID !== 'gone';
const all = (stage: Partial<Stage>): Stage => ({ rule: 'all_of', approvers: [], ...stage });
const resolve = (stage: Stage, people: Partial<RulePeople> = {}) =>
  resolveStage(stage, { people: { ...nobody, ...people }, isActive });
const processOf = (...stages: Stage[]): Process => ({
  stages,
  cc: [],
  fileProcess: null,
  delivery: 'none',
  directComplete: true,
  taskTimeLimit: null,
});

test.each([
  ['the heads from the own department upwards', ['ann', 'bob'], ['ann', 'bob']],
  ['without the applicant', ['lin', 'bob'], ['bob']],
  ['without people who can get no task', ['gone', 'lin', 'bob'], ['bob']],
  ['a head of two departments once', ['ann', 'ann', 'bob'], ['ann', 'bob']],
])('the heads who can decide are %s', (_, heads, expected) => {
  expect(eligibleHeads(heads, { applicantID: 'lin', isActive })).toEqual(expected);
});

describe('a stage', () => {
  const heads = ['ann', 'bob', 'cat'];
  test.each<[string, Partial<Stage>, Partial<RulePeople>, string[]]>([
    ['the head of the department', { departmentHead: true }, { heads }, ['ann']],
    ['the head above that one', { headAbove: true }, { heads }, ['bob']],
    ['both heads', { departmentHead: true, headAbove: true }, { heads }, ['ann', 'bob']],
    ['the owners', { documentOwner: true }, { owners: ['own', 'two'] }, ['own', 'two']],
    [
      'the holders of its roles, once',
      { roles: ['r', 's'] },
      {
        holders: new Map([
          ['r', ['a', 'b']],
          ['s', ['b', 'c']],
          ['t', ['d']],
        ]),
      },
      ['a', 'b', 'c'],
    ],
    ['whom the applicant chose', { applicantChoice: {}, chosen: 'eve' }, {}, ['eve']],
    [
      'its own people beside them, once',
      { departmentHead: true, approvers: ['cat', 'ann'] },
      { heads },
      ['ann', 'cat'],
    ],
    ['only its own people if the rules find no person', { headAbove: true, approvers: ['cat'] }, {}, ['cat']],
  ])('asks %s', (_, stage, people, expected) => {
    expect(resolve(all(stage), people)).toMatchObject({
      stage: { rule: 'all_of', approvers: expected },
      usesFallback: false,
      refusal: null,
    });
  });

  test('without rules keeps its people, who are checked when it opens', () => {
    expect(resolve(all({ approvers: ['gone'] }))).toMatchObject({
      stage: { approvers: ['gone'] },
      refusal: null,
    });
  });

  test.each<[Partial<Stage>, string]>([
    [{ departmentHead: true }, 'work.no_department_head'],
    [{ headAbove: true }, 'work.no_approver_found'],
    [{ departmentHead: true, headAbove: true }, 'work.no_approver_found'],
    [{ documentOwner: true }, 'work.no_approver_found'],
    [{ roles: ['r'] }, 'work.no_approver_found'],
    [{ departmentHead: true, approvers: ['gone'] }, 'work.no_department_head'],
    [{ applicantChoice: {} }, 'work.approver_not_chosen'],
  ])('that finds nobody by %j is refused, and the fallback decides if there is one', (stage, code) => {
    expect(resolve(all(stage)).refusal).toBe(code);
    expect(resolve(all(stage), { fallback: ['fay', 'gus'] })).toMatchObject({
      stage: { rule: 'all_of', approvers: ['fay', 'gus'] },
      usesFallback: true,
      refusal: null,
    });
  });

  test('refuses a choice outside its limit, also beside other people', () => {
    const limit = { roleID: 'r' };
    const isChoosable = (personID: string, { roleID }: { roleID?: string | undefined }) =>
      personID === 'eve' && roleID === 'r';
    const chosen = (personID: string) =>
      resolve(all({ applicantChoice: limit, chosen: personID, approvers: ['ann'] }), { isChoosable });
    expect(chosen('eve').refusal).toBeNull();
    expect(chosen('max').refusal).toBe('work.chosen_approver_invalid');
  });

  test('refuses a role with too many holders', () => {
    const holders = (count: number) =>
      new Map([['r', Array.from({ length: count }, (_, index) => `p${index}`)]]);
    expect(resolve(all({ roles: ['r'] }), { holders: holders(maxHoldersPerRole) }).refusal).toBeNull();
    expect(resolve(all({ roles: ['r'] }), { holders: holders(maxHoldersPerRole + 1) }).refusal).toBe(
      'work.too_many_approvers',
    );
  });
});

test('the stages of an application have no rules, and the first stage that is refused is named', () => {
  const process = {
    ...processOf(all({ departmentHead: true }), all({ headAbove: true })),
    fallback: ['gone'],
  };
  const resolved = resolveProcess(process, {
    people: { ...nobody, heads: ['ann'] },
    isActive,
    facts: noFacts,
  });
  expect(resolved.process).toEqual({
    ...processOf({ rule: 'all_of', approvers: ['ann'] }, { rule: 'all_of', approvers: [] }),
  });
  expect(resolved.refusal).toEqual({ code: 'work.no_approver_found', stage: 1 });
});

test('choices are those of stages that leave the choice to the applicant', () => {
  const stages = [all({ approvers: ['ann'] }), all({ applicantChoice: {} })];
  const choices = [
    { stage: 0, personID: 'eve' },
    { stage: 1, personID: 'max' },
  ];
  expect(choicesOf(withChoices(stages, choices))).toEqual([{ stage: 1, personID: 'max' }]);
});

describe('other owners', () => {
  const resolveOwned = (stage: Stage, owners: string[]) =>
    withOwnerApproval(
      resolveProcess(processOf(stage), { people: { ...nobody, owners }, isActive, facts: noFacts }),
      owners,
    );

  test('decide first, whatever the type, and disable direct completion', () => {
    const process = resolveOwned(all({ approvers: ['ann'] }), ['own']);
    expect(process.stages.map(({ approvers }) => approvers)).toEqual([['own'], ['ann']]);
    expect(process.directComplete).toBe(false);
    expect(resolveOwned(all({ approvers: ['ann'] }), []).directComplete).toBe(true);
  });

  test('decide in the stage that asks them if all must approve there, and first as well if one of many is enough', () => {
    const atOnce = resolveOwned(all({ documentOwner: true, approvers: ['ann'] }), ['own']);
    expect(atOnce.stages.map(({ approvers }) => approvers)).toEqual([['own', 'ann']]);
    expect(atOnce.directComplete).toBe(false);
    const weaker = resolveOwned({ rule: 'any_of', approvers: ['ann'], documentOwner: true }, ['own']);
    expect(weaker.stages.map(({ approvers }) => approvers)).toEqual([['own'], ['own', 'ann']]);
  });

  test('who are inactive at the submission are asked if they are active when the stage opens, in either stage', () => {
    const first = resolveOwned(all({ approvers: ['ann'] }), ['own', 'gone']);
    expect(first.stages[0]?.approvers).toEqual(['own', 'gone']);
    const atOnce = resolveOwned(all({ documentOwner: true }), ['own', 'gone']);
    expect(atOnce.stages.map(({ approvers }) => approvers)).toEqual([['own', 'gone']]);
  });

  test('who are all inactive are found by no rule, and end the application in their first stage', () => {
    const stage = all({ documentOwner: true, approvers: ['ann'] });
    expect(resolve(stage, { owners: ['gone'] }).found).toEqual([{ by: 'document_owner', personIDs: [] }]);
    expect(resolveOwned(stage, ['gone']).stages[0]?.approvers).toEqual(['gone']);
    expect(resolve(all({ documentOwner: true }), { owners: ['gone'] }).refusal).toBe(
      'work.no_approver_found',
    );
  });
});

const person = constantFrom('ann', 'bob', 'cat', 'dan', 'eve');
const stageOf = record(
  {
    rule: constantFrom('any_of' as const, 'all_of' as const),
    approvers: array(person, { maxLength: 3 }),
    departmentHead: boolean(),
    headAbove: boolean(),
    documentOwner: boolean(),
    roles: subarray(['r', 's']),
    applicantChoice: constant({}),
    chosen: person,
  },
  { requiredKeys: ['rule', 'approvers'] },
);
const peopleOf = record({
  heads: uniqueArray(person, { maxLength: 3 }),
  owners: uniqueArray(person, { maxLength: 2 }),
  r: uniqueArray(person, { maxLength: 2 }),
  fallback: uniqueArray(person, { maxLength: 2 }),
});

test('a stage asks those whom it names and finds, each once, or the fallback instead, or is refused', () => {
  assert(
    property(stageOf, peopleOf, (stage, { r, ...found }) => {
      const people = { ...nobody, ...found, holders: new Map([['r', r]]) };
      const resolved = resolveStage(stage, { people, isActive: () => true });
      const expected = new Set<string>([
        ...resolved.found.flatMap(({ personIDs }) => personIDs),
        ...stage.approvers,
      ]);
      const { approvers } = resolved.stage;
      expect(new Set(approvers)).toEqual(resolved.usesFallback ? new Set(found.fallback) : expected);
      expect(new Set(approvers).size).toBe(approvers.length);
      expect(resolved.usesFallback && expected.size > 0).toBe(false);
      expect(resolved.refusal !== null).toBe(asksByRule(stage) && approvers.length === 0);
      expect(Object.keys(resolved.stage).toSorted()).toEqual(['approvers', 'rule']);
    }),
  );
});
