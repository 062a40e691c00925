import type { Message, MessageSession } from '@sealflow/contract';
import { expect, it } from 'vitest';
import { createMemoryPlatform } from '../adapters/memory/index.ts';
import { localDatabase } from '../database/local-database.compose.ts';
import { wipeAccount } from '../documents/wipe.usecases.ts';
import { maxStored, storedMessagesOf } from './stored-messages.repository.ts';

const sessions = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ sessionID: `s${index}` }) as MessageSession);
const messages = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ msgID: `m${index}` }) as Message);

it('stores the newest messages of an account, invisible to other accounts', async () => {
  const sql = await localDatabase(createMemoryPlatform());
  const mine = storedMessagesOf(sql, 'a1');
  expect([await mine.sessions(), await mine.messages('s1')]).toEqual([[], []]);
  await mine.storeSessions(sessions(maxStored.sessions + 1), 1);
  await mine.storeMessages('s1', messages(maxStored.messages + 1), 1);
  expect(await mine.sessions()).toEqual(sessions(maxStored.sessions));
  expect(await mine.messages('s1')).toEqual(messages(maxStored.messages));
  await mine.storeMessages('s1', messages(1), 2);
  expect(await mine.messages('s1')).toEqual(messages(1));
  expect(await mine.messages('s2')).toEqual([]);
  expect(await storedMessagesOf(sql, 'a2').sessions()).toEqual([]);
});

it('are deleted when the account is wiped', async () => {
  const platform = createMemoryPlatform();
  const sql = await localDatabase(platform);
  const [mine, theirs] = [storedMessagesOf(sql, 'a1'), storedMessagesOf(sql, 'a2')];
  for (const one of [mine, theirs]) {
    await one.storeSessions(sessions(1), 1);
    await one.storeMessages('s1', messages(1), 1);
  }
  await wipeAccount(platform, 'a1');
  expect([await mine.sessions(), await mine.messages('s1')]).toEqual([[], []]);
  expect(await theirs.messages('s1')).toEqual(messages(1));
});
