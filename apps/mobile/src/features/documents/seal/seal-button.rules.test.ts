import { expect, it } from 'vitest';
import { canSeal } from './seal-button.rules.ts';

const person = { hasTenant: true, rights: ['app_login'], deny: [] };

it.each([
  ['a member who may sign in', person, true],
  ['a member without that right', { ...person, rights: [] }, false],
  ['a member with the right alone', { ...person, rights: ['document_seal'] }, true],
  ['a member to whom it is denied', { ...person, deny: ['document_seal'] }, false],
  ['somebody without an organisation', { ...person, hasTenant: false }, false],
])('%s', (_, who, visible) => {
  expect(canSeal(who)).toBe(visible);
});
