import { expect, it } from 'vitest';
import { createAccountFiles } from './account-files.adapter.ts';
import { createAccounts } from './accounts.adapter.ts';
import { createMemoryFiles } from './memory/files.adapter.ts';

/** Each test uses its own account, because the state of an account lasts for the whole process. */
const account = (accountID: string) => ({ accountID, folder: accountID });
const one = new Uint8Array([1]);
const refused = { code: 'storage.unavailable' };

/** Work in progress that continues when the test calls `resume`. */
function pausedWork() {
  let resume: () => void = () => undefined;
  const until = new Promise<void>((resolve) => {
    resume = resolve;
  });
  return { until, resume: () => resume() };
}

it('rejects writes of a signed-out account only, until it signs in again', async () => {
  const accounts = createAccounts();
  const files = createAccountFiles(createMemoryFiles(), accounts);
  await files.write('b1/x', one);
  accounts.acquire('l1');
  await files.write('l1/x', one);
  await accounts.runExclusiveWipe(account('l1'), () => files.remove('l1'));
  await expect(files.write('l1/y', one)).rejects.toMatchObject(refused);
  await expect(files.appendChunk('l1/y', one)).rejects.toMatchObject(refused);
  await expect(files.move('b1/x', 'l1/x')).rejects.toMatchObject(refused);
  expect(accounts.includesSignedOut(['x', 'l1'])).toBe(true);
  expect(await files.list('l1')).toEqual([]);
  await files.write('l11/x', one);
  accounts.acquire('l1')();
  await files.write('l1/y', one);
  expect(accounts.includesSignedOut(['x', 'l1'])).toBe(false);
});

it('waits for a running write before the wipe', async () => {
  const accounts = createAccounts();
  const slow = pausedWork();
  const steps: string[] = [];
  const writing = accounts.guardWrite('s1/x', async () => {
    await slow.until;
    steps.push('written');
  });
  const leaving = accounts.runExclusiveWipe(account('s1'), async () => void steps.push('wiped'));
  slow.resume();
  await Promise.all([writing, leaving]);
  expect(steps).toEqual(['written', 'wiped']);
});

it('waits for other tabs that show the account', async () => {
  const [here, there] = [createAccounts(), createAccounts()];
  const steps: string[] = [];
  here.acquire('t1');
  const close = there.acquire('t1');
  const leaving = here.runExclusiveWipe(account('t1'), async () => void steps.push('wiped'));
  // A later request for the same Web Lock is queued after the wipe.
  const queried = navigator.locks.query();
  expect((await queried).pending?.map(({ name }) => name)).toContain('sealflow.account.t1');
  steps.push('closed');
  close();
  await leaving;
  expect(steps).toEqual(['closed', 'wiped']);
});

it('wipes after the wait limit when a tab stays open, and reports that the wipe may be incomplete', async () => {
  const [here, there] = [createAccounts(1), createAccounts()];
  const close = there.acquire('h1');
  let wiped = 0;
  const leaving = here.runExclusiveWipe(account('h1'), async () => {
    wiped += 1;
  });
  await expect(leaving).rejects.toMatchObject(refused);
  expect(wiped).toBe(1);
  close();
});

it('does not wait for a hanging write beyond the limit, nor for writes of other accounts', async () => {
  const accounts = createAccounts(1);
  const never = new Promise<never>(() => undefined);
  void accounts.guardWrite('n1/x', () => never);
  let wiped = 0;
  const wipe = async () => {
    wiped += 1;
  };
  await accounts.runExclusiveWipe(account('n2'), wipe);
  await expect(accounts.runExclusiveWipe(account('n1'), wipe)).rejects.toMatchObject(refused);
  expect(wiped).toBe(2);
});
