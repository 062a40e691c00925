import { expect, it } from 'vitest';
import { json, signedIn, twoTenants, userWith } from '../../../testing/session/answers.ts';
import { calls, credentials, later, setUp, setUpSignedIn, shown } from '../../../testing/session/world.ts';
import { createSessionStorage } from './session.repository.ts';

const [first, second] = twoTenants;
const third = { ...second, id: 't3', name: 'Third', user: { fid: 'fid-t3' } };
const entry = { 'GET /api/v1/tenants/t3/current-user': () => json({ ...userWith('users'), fid: 'fid-t3' }) };

const idsShown = () => {
  const session = shown();
  return 'tenants' in session ? session.tenants.map(({ id }) => id) : [];
};

it('adds the tenant of an accepted invitation to the session, also in the stored session', async () => {
  const { session, platform } = await setUpSignedIn(entry);
  await session.addTenant(third);
  expect(shown()).toMatchObject({ phase: 'signedIn', tenant: { tid: 't1' } });
  expect(idsShown()).toEqual(['t1', 't3']);
  const stored = await createSessionStorage(platform).read();
  expect(stored.session?.tenants.map(({ id }) => id)).toEqual(['t1', 't3']);
  // The same answer a second time has no effect.
  await session.addTenant(third);
  expect(idsShown()).toEqual(['t1', 't3']);
  await session.chooseTenant('t3');
  expect(shown()).toMatchObject({ phase: 'signedIn', tenant: { tid: 't3', fid: 'fid-t3' } });
});

it('adds the tenant to the organisation choice', async () => {
  const answers = { [calls.token]: () => json(signedIn([first, second], later)), ...entry };
  const { session } = setUp(answers);
  await session.signIn(credentials);
  await session.addTenant(third);
  expect(shown().phase).toBe('choosing');
  expect(idsShown()).toEqual(['t1', 't2', 't3']);
});

it('enters the tenant at once when the account had none', async () => {
  const { session } = setUp({ [calls.token]: () => json(signedIn([], later)), ...entry });
  await session.signIn(credentials);
  expect(shown()).toMatchObject({ phase: 'signedIn', tenant: null });
  await session.addTenant(third);
  expect(shown()).toMatchObject({ phase: 'signedIn', tenant: { tid: 't3' } });
});
