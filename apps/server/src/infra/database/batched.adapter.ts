import { isDatabaseGone } from './database.errors.ts';

/** Questions under way at once; who asks meanwhile waits for the next, which then asks for many. */
const lanes = 2;
/** Keys in one question at most. */
const most = 200;

interface Asked<Key, Answer> {
  readonly key: Key;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Asks for each key by itself while there is little to ask, and for as many as came meanwhile once there is much: the
 * way to the database and back costs more than the answer. Each key is asked for after it came, never before.
 *
 * @param ask - answers in the order of the keys.
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
      // A database that is gone is gone for each: asked one by one, the last would wait for as many times its patience.
      if (asked.length === 1 || isDatabaseGone(error)) for (const { reject } of asked) reject(error);
      // One that cannot be asked for spoils nobody else's.
      else for (const one of asked) await answer([one]);
    }
  };
  const next = async (): Promise<void> => {
    underWay += 1;
    // What came in the same turn goes together.
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
