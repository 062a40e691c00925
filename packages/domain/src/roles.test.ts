import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { baseRoleOf, isButtonVisible, isRole, roles, tabsForRoles } from './roles.ts';
import { tabs } from './tabs.ts';

const names = (roleIDs: string[], hasTenant = true) =>
  tabsForRoles({ hasTenant, roleIDs })?.map((tab) => tab.name);

describe('tabs', () => {
  test.each([
    ['administrators', ['administrators'], ['messages', 'documents', 'work', 'mine']],
    ['users', ['users'], ['messages', 'documents', 'work', 'mine']],
    ['one role', ['others'], ['messages', 'documents', 'mine']],
    ['two roles', ['others', 'users'], ['messages', 'documents', 'work', 'mine']],
    ['no role', [], ['messages', 'documents', 'work', 'mine']],
  ])('%s', (_, roleIDs, expected) => {
    expect(names(roleIDs)).toEqual(expected);
  });

  test('without a tenant exclude work, whatever the role', () => {
    expect(names(['administrators'], false)).toEqual(['messages', 'documents', 'mine']);
  });

  test('are refused if one role is unknown', () => {
    expect(names(['users', 'guests'])).toBeUndefined();
    expect(names(['toString'])).toBeUndefined();
  });

  test('are sorted, without duplicates, and the same in any order of roles', () => {
    const roleIDs = fc.array(fc.constantFrom(...(Object.keys(roles) as (keyof typeof roles)[])));
    fc.assert(
      fc.property(roleIDs, (ids) => {
        const found = tabsForRoles({ hasTenant: true, roleIDs: ids })!.map((tab) => tab.id);
        expect(found).toEqual([...new Set(found)].toSorted((one, other) => one - other));
        expect(found).toEqual(
          tabsForRoles({ hasTenant: true, roleIDs: ids.toReversed() })!.map((tab) => tab.id),
        );
      }),
    );
  });

  test('have the paths of section 2', () => {
    expect(tabs.map((tab) => tab.path)).toEqual(['/sessionlist', '/document', '/work', '/myinfo']);
  });
});

test.each([
  [['a'], [], true],
  [['a'], ['a'], false],
  [[], [], false],
  [['b'], ['a'], false],
])('a button that requires a, with rights %j and denied %j: %s', (rights, deny, visible) => {
  expect(isButtonVisible('a', { rights, deny })).toBe(visible);
});

test.each([
  [[], 'users'],
  [['app_login'], 'users'],
  [['app_login', 'org_managment'], 'administrators'],
  [['Administration/administration'], 'administrators'],
])('a role of a tenant with the rights %j has the tabs of %s', (rights, base) => {
  expect(baseRoleOf(rights)).toBe(base);
});

test('names of Object.prototype are not roles', () => {
  expect([isRole('constructor'), isRole('users')]).toEqual([false, true]);
});
