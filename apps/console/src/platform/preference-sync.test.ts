import '@sealflow/domain/errors';
import type { Api } from '@sealflow/sdk/api.client.ts';
import { httpError, networkError } from '@sealflow/sdk/api.errors.ts';
import { beforeEach, expect, it, vi } from 'vitest';
import {
  changePreference,
  currentPreference,
  unsentNames,
  usePreferenceStore,
} from './person-preference.store.ts';
import { keepPreferences, synchronisePreferences } from './preference-sync.usecases.ts';

beforeEach(() => {
  usePreferenceStore.setState({ values: {}, isFull: false });
});

const maxStoredChars = 1000;

/** The preferences of one account in the service. */
function createService() {
  const stored = { version: 1, preferences: {} as Record<string, unknown> };
  let beforeWrite = () => {};
  let failure: unknown = null;
  const open = async () => {
    if (failure !== null) throw failure;
    return new Response(JSON.stringify({ data: stored }), { headers: { ETag: `"${stored.version}"` } });
  };
  const call = async (
    _name: string,
    { body, headers }: { body: { preferences: Record<string, unknown> }; headers: { 'if-match': string } },
  ) => {
    beforeWrite();
    beforeWrite = () => {};
    if (JSON.stringify(body).length > maxStoredChars)
      throw httpError({ status: 400, body: { code: 'app.invalid_request' }, areas: ['app'] });
    if (headers['if-match'] !== `"${stored.version}"`)
      throw httpError({ status: 412, body: { code: 'admin.changed_meanwhile' }, areas: ['admin'] });
    Object.assign(stored, { version: stored.version + 1, preferences: body.preferences });
  };
  return {
    stored,
    api: { open, call } as unknown as Api,
    onNextWrite: (act: () => void) => {
      beforeWrite = act;
    },
    fail: (error: unknown) => {
      failure = error;
    },
  };
}

it('sends what changed here, and takes what changed elsewhere', async () => {
  const { api, stored } = createService();
  stored.preferences = { 'table:a': 'theirs', 'table:b': 'old' };
  changePreference('li', 'table:b', 'mine');
  await synchronisePreferences(api, 'li');
  expect(stored.preferences).toEqual({ 'table:a': 'theirs', 'table:b': 'mine' });
  expect(currentPreference('li', 'table:a')).toBe('theirs');
  expect(currentPreference('wang', 'table:a')).toBeUndefined();
  expect(unsentNames('li')).toEqual([]);
  await synchronisePreferences(api, 'li');
  expect(stored.version).toBe(2);
});

it('keeps the change of another browser that was stored meanwhile', async () => {
  const { api, stored, onNextWrite } = createService();
  changePreference('li', 'table:a', 'mine');
  onNextWrite(() => Object.assign(stored, { version: 9, preferences: { 'filters:b': ['theirs'] } }));
  await synchronisePreferences(api, 'li');
  expect(stored).toEqual({ version: 10, preferences: { 'table:a': 'mine', 'filters:b': ['theirs'] } });
  expect(currentPreference('li', 'filters:b')).toEqual(['theirs']);
});

it('does not forget a change that is made while an earlier one is sent', async () => {
  const { api, stored, onNextWrite } = createService();
  changePreference('li', 'table:a', 'first');
  onNextWrite(() => changePreference('li', 'table:a', 'second'));
  await synchronisePreferences(api, 'li');
  expect([stored.preferences['table:a'], unsentNames('li')]).toEqual(['first', ['table:a']]);
  await synchronisePreferences(api, 'li');
  expect([stored.preferences['table:a'], unsentNames('li')]).toEqual(['second', []]);
});

it('keeps changes without a network and sends them when it returns', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('addEventListener', vi.fn<() => void>());
  vi.stubGlobal('removeEventListener', vi.fn<() => void>());
  const { api, stored, fail } = createService();
  fail(networkError(false));
  const end = keepPreferences(api, 'li');
  changePreference('li', 'table:a', 'mine');
  await vi.advanceTimersByTimeAsync(5000);
  expect([currentPreference('li', 'table:a'), unsentNames('li')]).toEqual(['mine', ['table:a']]);
  fail(null);
  const online = vi.mocked(addEventListener).mock.calls.find(([name]) => name === 'online')?.[1];
  (online as () => void)();
  await vi.advanceTimersByTimeAsync(0);
  expect([stored.preferences, unsentNames('li')]).toEqual([{ 'table:a': 'mine' }, []]);
  end();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('says that the settings are too large, and sends them once some are deleted', async () => {
  const { api, stored } = createService();
  changePreference('li', 'filters:a', 'x'.repeat(maxStoredChars));
  changePreference('li', 'table:b', 'mine');
  await synchronisePreferences(api, 'li');
  expect(usePreferenceStore.getState().isFull).toBe(true);
  expect([stored.preferences, unsentNames('li')]).toEqual([{}, ['filters:a', 'table:b']]);
  changePreference('li', 'filters:a', []);
  await synchronisePreferences(api, 'li');
  expect(usePreferenceStore.getState().isFull).toBe(false);
  expect([stored.preferences, unsentNames('li')]).toEqual([{ 'filters:a': [], 'table:b': 'mine' }, []]);
});
