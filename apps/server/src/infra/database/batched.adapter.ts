import { isDatabaseGone } from './database.errors.ts';

/** Maximum number of concurrent queries. Keys that arrive meanwhile wait for the next query and share it. */
const lanes = 2;
/** Maximum number of keys per query. */
const most = 200;

interface Asked<Key, Answer> {
  readonly key: Key;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Batches lookups by key. Under low load each key has its own query; under high load the keys that arrive during a query
 * share the next one, because the round trip costs more than the query. A query never starts before its keys arrived, so
 * that it sees all earlier commits.
 *
 * @param load - returns the values in the order of the keys.
 */
export function batched<Key, Answer>(
  ask: (keys: readonly Key[]) => Promise<readonly Answer[]>,
): (key: Key) => Promise<Answer> {
  let waiting: Asked<Key, Answer>[] = [];
  let underWay = 0;

  const answer = async (asked: readonly Asked<Key, Answer>[]): Promise<void> => {
    try {
      const answers = await ask(asked.map(({ key }) => key));
      for (const [index, { resolve }] of asked.entries()) resolve(answers[index] as Answer);
    } catch (error) {
      // An unreachable database fails for all keys: single retries would add up their timeouts.
      if (asked.length === 1 || isDatabaseGone(error)) for (const { reject } of asked) reject(error);
      // One invalid key must not fail the other keys of the batch.
      else for (const one of asked) await answer([one]);
    }
  };
  const next = async (): Promise<void> => {
    underWay += 1;
    // Collects the keys of the same turn of the event loop.
    await Promise.resolve();
    while (waiting.length > 0) {
      const asked = waiting.slice(0, most);
      waiting = waiting.slice(most);
      await answer(asked);
    }
    underWay -= 1;
  };
  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject });
      if (underWay < lanes) void next();
    });
}
