import { expect, it } from 'vitest';
import type { DocumentPart, ViewerStage } from '../viewer/viewer.types.ts';
import type { PageApi } from './frame.types.ts';
import { createPageApi } from './page-api.viewer.ts';

const size = 1000;

/** Page side of a frame. Records all its events and actions. */
function page(
  read: (offset: number, length: number) => Promise<Uint8Array<ArrayBuffer>>,
  requestPassword: ViewerStage['requestPassword'] = async () => null,
) {
  const events: unknown[] = [];
  const parts: DocumentPart[] = [];
  const closed: number[] = [];
  let pressed = false;
  const stage = {
    content: { size, read },
    onPage: (...place: unknown[]) => events.push(place),
    onProgress: (share: number) => events.push(share),
    openPart: (part: DocumentPart) => parts.push(part),
    requestPassword,
  } as unknown as ViewerStage;
  const answers = createPageApi({
    stage,
    signal: new AbortController().signal,
    onFailure: (error) => events.push(error),
    pauseDuring: (outside) => outside,
    onFound: (search, found) => events.push([search, found]),
    onKey: (key) => events.push(key),
    readPart: async (_id, _offset, length) => new Uint8Array(length),
    closePart: (id) => closed.push(id),
    hasUserActivation: () => pressed,
  });
  const press = () => {
    pressed = true;
    answers.onPress();
    pressed = false;
  };
  return { answers: answers as unknown as Loose, events, parts, closed, press };
}
type Loose = { [Name in keyof PageApi]: (...args: unknown[]) => unknown };

const bytes = async (_offset: number, length: number) => new Uint8Array(length);

it.each([
  [-1, 10],
  [0.5, 10],
  [size + 1, 10],
  [0, -1],
  [0, Number.NaN],
  ['0', 10],
])(
  'rejects a read of the frame at %j with length %j, and keeps the document open',
  async (offset, length) => {
    const { answers, events } = page(bytes);
    await expect(answers.read(offset, length)).rejects.toMatchObject({ code: 'outOfRange' });
    expect(events).toEqual([]);
  },
);

it('returns the available bytes, and closes the viewer when the document cannot be read', async () => {
  const failure = new Error('segment is not the one that was sealed');
  expect(await page(bytes).answers.read(990, 100)).toHaveLength(10);
  const { answers, events } = page(() => Promise.reject(failure));
  await expect(answers.read(0, 10)).rejects.toBe(failure);
  expect(events).toEqual([failure]);
});

it('limits concurrent reads of a frame', async () => {
  let [running, most] = [0, 0];
  const waiting: (() => void)[] = [];
  const { answers } = page(async (_offset, length) => {
    running += 1;
    most = Math.max(most, running);
    await new Promise<void>((resolve) => waiting.push(resolve));
    running -= 1;
    return new Uint8Array(length);
  });
  const all = Array.from({ length: 40 }, () => answers.read(0, 1));
  for (let done = 0; done < 40; done += 1) {
    await expect.poll(() => waiting.length).toBeGreaterThan(0);
    waiting.shift()?.();
  }
  await Promise.all(all);
  expect(most).toBe(8);
});

it('opens one part per press, and none without a press', () => {
  const { answers, parts, closed, press } = page(bytes);
  const flood = () => {
    for (let id = 0; id < 50; id += 1) answers.openPart(id, 'part', 1);
  };
  answers.onPress();
  flood();
  expect(parts).toEqual([]);
  press();
  answers.openPart(-1, 'part', 1);
  answers.openPart(0, 'part', 2 ** 60);
  answers.openPart(0, {}, 1);
  flood();
  expect(parts.map(({ name }) => name)).toEqual(['part']);
  parts[0]?.close();
  expect(closed).toEqual([0]);
});

it('forwards only plausible messages of the frame', () => {
  const { answers, events } = page(bytes);
  answers.onPage(Number.NaN, 3);
  answers.onPage('1', 3);
  answers.onPage(1, 1e12);
  answers.onProgress(Number.POSITIVE_INFINITY);
  answers.onFound(1, { count: -1, current: 0, searched: 0 });
  answers.onFound(1, null);
  answers.onKey({ key: { toLowerCase: 1 } });
  answers.onKey(null);
  expect(events).toEqual([]);
  answers.onPage(1.5, 3);
  answers.onProgress(7);
  answers.onFound(1, { count: 2, current: 1, searched: 3, more: 'x' });
  answers.onKey({ key: 'Escape', bubbles: true });
  expect(events).toEqual([
    [1.5, 3],
    1,
    [1, { count: 2, current: 1, searched: 1 }],
    { key: 'Escape', ctrlKey: false, metaKey: false, shiftKey: false, altKey: false },
  ]);
});

it('prompts for a password until the user cancels, then waits for a press', async () => {
  const prompts: number[] = [];
  const { answers, press } = page(bytes, async (failedAttempts) => {
    prompts.push(failedAttempts);
    return prompts.length === 1 ? 'secret' : null;
  });
  expect(await answers.requestPassword(0)).toBe('secret');
  const both = await Promise.all([answers.requestPassword(1), answers.requestPassword(1)]);
  expect(both).toEqual([null, null]);
  expect(await answers.requestPassword(1)).toBeNull();
  expect(prompts).toEqual([0, 1]);
  press();
  await answers.requestPassword(0);
  for (const invalid of [3, -1, '0', null]) expect(await answers.requestPassword(invalid)).toBeNull();
  expect(prompts).toEqual([0, 1, 0]);
});
