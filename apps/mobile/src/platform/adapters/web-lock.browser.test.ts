import { expect, it, onTestFinished, vi } from 'vitest';
import { createPageLifeCycle } from './page-life-cycle.ts';
import { createWebLocks } from './web-lock.ts';

const freshName = () => `lock-${Math.random()}`;

/** A page with locks of its own, which can be left and come back. */
function somePage() {
  const page = new EventTarget();
  const reload = vi.fn<() => void>();
  const life = createPageLifeCycle({ page, document: undefined, reload });
  const send = (type: string) => page.dispatchEvent(new PageTransitionEvent(type, { persisted: true }));
  return {
    ...createWebLocks({ locks: () => navigator.locks, life }),
    reload,
    leave: () => send('pagehide'),
    comeBack: () => send('pageshow'),
  };
}

/** Holds a lock until it is ended. */
async function holds(page: ReturnType<typeof somePage>, name: string) {
  let end = () => undefined as void;
  const until = new Promise<void>((resolve) => {
    end = resolve;
  });
  onTestFinished(() => end());
  let ended: Promise<void> | undefined;
  await new Promise<void>((begun) => {
    ended = page.withLock(name, () => {
      begun();
      return until;
    });
  });
  return { end, ended };
}

it('ends the wait for a lock that another page holds, and not what has begun', async () => {
  const name = freshName();
  const [one, other] = [somePage(), somePage()];
  const { end } = await holds(one, name);
  const work = vi.fn<() => Promise<string>>(async () => 'done');
  await expect(other.withLock(name, work, { waitLimitMs: 50 })).rejects.toMatchObject({
    code: 'storage.busy',
  });
  expect(work).not.toHaveBeenCalled();
  end();
  expect(await other.withLock(name, work, { waitLimitMs: 10_000 })).toBe('done');
});

it('waits for what its own page does, however long that takes', async () => {
  const name = freshName();
  const page = somePage();
  const { end } = await holds(page, name);
  let isOver = false;
  const waiting = page
    .withLock(name, async () => 'done', { waitLimitMs: 1 })
    .finally(() => {
      isOver = true;
    });
  // Many times the limit, of the same kind of timer.
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setTimeout(resolve, 1));
  expect(isOver).toBe(false);
  end();
  expect(await waiting).toBe('done');
});

it('ends the wait by the signal, with its reason', async () => {
  const name = freshName();
  const { end } = await holds(somePage(), name);
  const controller = new AbortController();
  const waiting = somePage().withLock(name, async () => 'done', { signal: controller.signal });
  controller.abort(new Error('not wanted'));
  await expect(waiting).rejects.toThrow('not wanted');
  end();
});

it('releases the locks of a page that is left, which reloads when it returns', async () => {
  const name = freshName();
  const page = somePage();
  await holds(page, name);
  page.leave();
  expect(await somePage().withLock(name, async () => 'done')).toBe('done');
  expect(page.reload).not.toHaveBeenCalled();
  page.comeBack();
  expect(page.reload).toHaveBeenCalledOnce();
});

it('goes on in a page that held nothing when it was left', async () => {
  const page = somePage();
  const name = freshName();
  const { end, ended } = await holds(page, name);
  end();
  await ended;
  page.leave();
  page.comeBack();
  expect(page.reload).not.toHaveBeenCalled();
  expect(await page.withFreeLock(name, async (isFree) => isFree)).toBe(true);
});

it('says at once that another page holds a lock', async () => {
  const name = freshName();
  const { end } = await holds(somePage(), name);
  expect(await somePage().withFreeLock(name, async (isFree) => isFree)).toBe(false);
  end();
});

it('runs the work at once in a browser without locks', async () => {
  const { withLock, withFreeLock } = createWebLocks({
    locks: () => undefined,
    life: createPageLifeCycle({ page: undefined, document: undefined, reload: () => undefined }),
  });
  expect(await withLock('any', async () => 'done')).toBe('done');
  expect(await withFreeLock('any', async (isFree) => isFree)).toBe(true);
});
