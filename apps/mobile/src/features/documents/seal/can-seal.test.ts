import { expect, it } from 'vitest';
import { canSeal } from './can-seal.hook.ts';

const person = { hasTenant: true, rights: ['app_login'], deny: [] };

it.each([
  ['a member who may sign in', person, true],
  ['a member without that right', { ...person, rights: [] }, false],
  ['a member with the right alone', { ...person, rights: ['document_seal'] }, true],
  ['a member whom the deny list excludes', { ...person, deny: ['document_seal'] }, false],
  ['a person without an organisation', { ...person, hasTenant: false }, false],
])('%s', (_, who, visible) => {
  expect(canSeal(who)).toBe(visible);
});
