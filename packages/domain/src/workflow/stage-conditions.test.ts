import { array, assert, constantFrom, nat, property, record, tuple } from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RulePeople } from './approver-rules.ts';
import type { Process, Stage } from './model.ts';
import { resolveProcess, withOwnerApproval } from './resolve-process.ts';
import { continueSkipped, shiftSkipped } from './skipped-stages.ts';
import { type ApplicationFacts, canSkipAll, holds, noFacts, unmetOf } from './stage-conditions.ts';
import type { Predicate, StageCondition } from './stage-rules.ts';
import { timeline } from './timeline.ts';

const facts: ApplicationFacts = {
  classificationIDs: ['secret', 'internal'],
  departmentIDs: ['team', 'unit'],
  fileCount: 3,
  totalSize: 1000,
  outsideRecipients: 1,
};

test.each<[Predicate, boolean]>([
  [{ fact: 'classification', is: 'one_of', ids: ['secret', 'top'] }, true],
  [{ fact: 'classification', is: 'one_of', ids: ['top'] }, false],
  [{ fact: 'classification', is: 'none_of', ids: ['internal'] }, false],
  [{ fact: 'classification', is: 'none_of', ids: ['top'] }, true],
  [{ fact: 'department', is: 'one_of', ids: ['unit'] }, true],
  [{ fact: 'department', is: 'none_of', ids: ['team'] }, false],
  [{ fact: 'department', is: 'none_of', ids: ['other'] }, true],
  [{ fact: 'file_count', is: 'at_least', value: 3 }, true],
  [{ fact: 'file_count', is: 'at_least', value: 4 }, false],
  [{ fact: 'file_count', is: 'at_most', value: 3 }, true],
  [{ fact: 'file_count', is: 'at_most', value: 2 }, false],
  [{ fact: 'total_size', is: 'at_least', value: 1000 }, true],
  [{ fact: 'total_size', is: 'at_most', value: 999 }, false],
  [{ fact: 'outside_recipients', is: 'some' }, true],
  [{ fact: 'outside_recipients', is: 'none' }, false],
])('%j is %s', (predicate, expected) => {
  expect(holds(predicate, facts)).toBe(expected);
});

const large: Predicate = { fact: 'file_count', is: 'at_least', value: 10 };
const outside: Predicate = { fact: 'outside_recipients', is: 'some' };
const people: RulePeople = {
  heads: [],
  owners: [],
  holders: new Map(),
  fallback: ['fay'],
  isChoosable: () => true,
};
const processOf = (...stages: Stage[]): Process => ({
  stages,
  cc: [],
  fileProcess: null,
  delivery: 'none',
  directComplete: false,
  taskTimeLimit: null,
});
const stageOf = (approver: string, when?: StageCondition): Stage => ({
  rule: 'any_of',
  approvers: [approver],
  ...(when === undefined ? {} : { when }),
});
const resolve = (process: Process, given = facts, fallback = people.fallback) =>
  resolveProcess(process, { people: { ...people, fallback }, isActive: () => true, facts: given });

describe('a condition', () => {
  test('applies if all of its predicates hold, or any of them, and names those that do not', () => {
    expect(unmetOf({ match: 'all_of', of: [large, outside] }, facts)).toEqual([large]);
    expect(unmetOf({ match: 'any_of', of: [large, outside] }, facts)).toBeNull();
    expect(unmetOf({ match: 'any_of', of: [large, outside] }, noFacts)).toEqual([large, outside]);
    expect(unmetOf(undefined, noFacts)).toBeNull();
  });

  test('that does not hold leaves the stage out of the process, which says where and why', () => {
    const when: StageCondition = { match: 'all_of', of: [large] };
    const { process } = resolve(processOf(stageOf('ann', when), stageOf('bob'), stageOf('cat', when)));
    expect(process.stages).toEqual([{ rule: 'any_of', approvers: ['bob'] }]);
    expect(process.skipped).toEqual([
      { stage: 0, before: 0, rule: 'any_of', unmet: [large] },
      { stage: 2, before: 1, rule: 'any_of', unmet: [large] },
    ]);
    const owned = withOwnerApproval({ process, asksOwners: false }, ['own']);
    expect(owned.skipped?.map(({ before }) => before)).toEqual([1, 2]);
    const steps = timeline({
      flow: { id: 'f', applicantID: 'lin', state: 'approving', stage: 0, process: owned },
      tasks: [],
    });
    expect(steps.map(({ step, status, condition }) => [step, status, condition?.stage])).toEqual([
      ['initiate', 'done', undefined],
      ['approve', 'upcoming', undefined],
      ['approve', 'skipped', 0],
      ['approve', 'upcoming', undefined],
      ['approve', 'skipped', 2],
    ]);
  });

  test('of a stage that would refuse the application refuses nothing if the stage is skipped', () => {
    const refusing: Stage = { rule: 'any_of', approvers: [], headAbove: true };
    const when: StageCondition = { match: 'all_of', of: [large] };
    expect(resolve(processOf(stageOf('ann'), { ...refusing, when }), facts, []).refusal).toBeNull();
    expect(resolve(processOf(stageOf('ann'), refusing), facts, []).refusal).toEqual({
      code: 'work.no_approver_found',
      stage: 1,
    });
  });
});

test('if every stage is skipped, the fallback decides, and without one the application is refused', () => {
  const process = processOf(stageOf('ann', { match: 'all_of', of: [large] }));
  const resolved = resolve(process);
  expect(resolved).toMatchObject({ isFallbackOnly: true, refusal: null });
  expect(resolved.process.stages).toEqual([{ rule: 'any_of', approvers: ['fay'] }]);
  expect(resolve(process, facts, []).refusal).toEqual({ code: 'work.no_approver_found', stage: 0 });
  expect([canSkipAll(process.stages), canSkipAll([...process.stages, stageOf('bob')])]).toEqual([
    true,
    false,
  ]);
});

test('the skipped stages of a returned application keep their places, and those of the new content follow', () => {
  const at = (before: number) => ({ stage: before, before, rule: 'any_of' as const, unmet: [large] });
  const placesOf = (skipped: readonly { before: number }[] | undefined) =>
    skipped?.map(({ before }) => before);
  expect(placesOf(shiftSkipped([at(0), at(1), at(2), at(3)], { index: 1, by: 2 }))).toEqual([0, 1, 4, 5]);
  expect(placesOf(continueSkipped({ until: [at(0), at(2)], next: [at(0), at(1)] }, 1))).toEqual([0, 2, 3]);
  expect(continueSkipped({ until: undefined, next: undefined }, 1)).toEqual([]);
});

const id = constantFrom('a', 'b', 'c');
const anyPredicate = tuple(nat(5), constantFrom(true, false), id, nat(4)).map(
  ([kind, flag, one, value]): Predicate => {
    if (kind < 2)
      return {
        fact: kind === 0 ? 'classification' : 'department',
        is: flag ? 'one_of' : 'none_of',
        ids: [one],
      };
    if (kind < 4)
      return { fact: kind === 2 ? 'file_count' : 'total_size', is: flag ? 'at_least' : 'at_most', value };
    return { fact: 'outside_recipients', is: flag ? 'some' : 'none' };
  },
);
const anyCondition = record({
  match: constantFrom('all_of' as const, 'any_of' as const),
  of: array(anyPredicate, { minLength: 1, maxLength: 3 }),
});
const anyFacts = record({
  classificationIDs: array(id, { maxLength: 2 }),
  departmentIDs: array(id, { maxLength: 2 }),
  fileCount: nat(5),
  totalSize: nat(5),
  outsideRecipients: nat(2),
});
const anyStage = tuple(constantFrom('ann', 'bob'), anyCondition, constantFrom(true, false)).map(
  ([approver, when, isConditional]) => stageOf(approver, isConditional ? when : undefined),
);

test('every stage of the type is either asked or skipped with a reason, in order, and somebody is always asked', () => {
  assert(
    property(array(anyStage, { minLength: 1, maxLength: 5 }), anyFacts, (stages, given) => {
      const { process, stages: resolved, isFallbackOnly } = resolve(processOf(...stages), given);
      const applying = stages.filter(({ when }) => unmetOf(when, given) === null);
      expect(isFallbackOnly).toBe(applying.length === 0);
      expect(process.stages.map(({ approvers }) => approvers)).toEqual(
        isFallbackOnly ? [['fay']] : applying.map(({ approvers }) => approvers),
      );
      expect((process.skipped ?? []).length).toBe(stages.length - applying.length);
      // The reasons are predicates of the condition that do not hold.
      const reasons = resolved.flatMap(({ unmet }) => unmet ?? []);
      expect(reasons.some((predicate) => holds(predicate, given))).toBe(false);
      expect(resolved.every(({ unmet }) => unmet === null || unmet.length > 0)).toBe(true);
      expect(process.stages.every(({ approvers }) => approvers.length > 0)).toBe(true);
    }),
  );
});

test('of a predicate and its opposite one holds, and both only at the limit itself', () => {
  const opposite = {
    one_of: 'none_of',
    none_of: 'one_of',
    some: 'none',
    none: 'some',
    at_least: 'at_most',
    at_most: 'at_least',
  } as const;
  assert(
    property(anyPredicate, anyFacts, (predicate, given) => {
      const other = { ...predicate, is: opposite[predicate.is] } as Predicate;
      const own = predicate.fact === 'file_count' ? given.fileCount : given.totalSize;
      const isLimit = 'value' in predicate && predicate.value === own;
      expect([holds(predicate, given), holds(other, given)].filter(Boolean)).toHaveLength(isLimit ? 2 : 1);
    }),
  );
});
