import type { ProcessStep } from '@sealflow/contract';
import { expect, test } from 'vitest';
import { addMention, mentionedIn, participantsOf } from './mentions.rules.ts';

const step = (...people: readonly ({ fid: string; name: string } | null)[]) =>
  ({ tasks: people.map((assignee) => ({ assignee })) }) as unknown as ProcessStep;
const [lin, ann, bob] = [
  { fid: 'lin', name: '林' },
  { fid: 'ann', name: 'Ann' },
  { fid: 'bob', name: '' },
];

test('the participants are the applicant and the assignees, each once, without the user', () => {
  expect(participantsOf(lin, [step(ann, null), step(ann, bob)], 'ann')).toEqual([
    lin,
    { fid: 'bob', name: 'bob' },
  ]);
});

test('a mention is separated from the text before it', () => {
  expect(['', '请看', '请看 '].map((text) => addMention(text, ann))).toEqual([
    '@Ann ',
    '请看 @Ann ',
    '请看 @Ann ',
  ]);
});

test('only people whose name is still in the text are mentioned', () => {
  expect(mentionedIn('@林 请补充', [lin, ann])).toEqual(['lin']);
  expect(mentionedIn('林，Ann', [lin, ann])).toEqual([]);
});
