import { expect, it, onTestFinished, vi } from 'vitest';
import { createPageLifecycle } from './page-lifecycle.util.ts';
import { createWebLocks } from './web-lock.util.ts';

const freshName = () => `lock-${Math.random()}`;

/** A page with its own locks, which can enter the back/forward cache and return from it. */
function createPage() {
  const page = new EventTarget();
  const reload = vi.fn<() => void>();
  const life = createPageLifecycle({ page, document: undefined, reload });
  const send = (type: string) => page.dispatchEvent(new PageTransitionEvent(type, { persisted: true }));
  return {
    ...createWebLocks({ locks: () => navigator.locks, life }),
    reload,
    leave: () => send('pagehide'),
    comeBack: () => send('pageshow'),
  };
}

/** Holds a lock until `end` is called. */
async function acquireLock(page: ReturnType<typeof createPage>, name: string) {
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

it('rejects the wait for a lock of another page after the limit, and does not abort running work', async () => {
  const name = freshName();
  const [one, other] = [createPage(), createPage()];
  const { end } = await acquireLock(one, name);
  const work = vi.fn<() => Promise<string>>(async () => 'done');
  await expect(other.withLock(name, work, { waitLimitMs: 50 })).rejects.toMatchObject({
    code: 'storage.busy',
  });
  expect(work).not.toHaveBeenCalled();
  end();
  expect(await other.withLock(name, work, { waitLimitMs: 10_000 })).toBe('done');
});

/** Fakes the timers and the clock of the page. The locks are real. */
function fakeTime() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
}

it('waits for a lock of its own page without a limit', async () => {
  fakeTime();
  const name = freshName();
  const page = createPage();
  const { end } = await acquireLock(page, name);
  let isOver = false;
  const waiting = page
    .withLock(name, async () => 'done', { waitLimitMs: 1000 })
    .finally(() => {
      isOver = true;
    });
  await vi.advanceTimersByTimeAsync(20_000);
  expect(isOver).toBe(false);
  end();
  expect(await waiting).toBe('done');
});

it('starts the limit when its own page has released the lock to another page', async () => {
  fakeTime();
  const name = freshName();
  const [page, other] = [createPage(), createPage()];
  const { end, ended } = await acquireLock(page, name);
  const heldByOther = acquireLock(other, name);
  const onBusy = vi.fn<(error: unknown) => void>();
  const waiting = page.withLock(name, async () => 'done', { waitLimitMs: 1000 }).catch(onBusy);
  await vi.advanceTimersByTimeAsync(900);
  end();
  await ended;
  await heldByOther;
  await vi.advanceTimersByTimeAsync(900);
  expect(onBusy).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(100);
  await waiting;
  expect(onBusy).toHaveBeenCalledWith(expect.objectContaining({ code: 'storage.busy' }));
});

it('ends the wait on abort, with the reason of the signal', async () => {
  const name = freshName();
  const { end } = await acquireLock(createPage(), name);
  const controller = new AbortController();
  const waiting = createPage().withLock(name, async () => 'done', { signal: controller.signal });
  controller.abort(new Error('not wanted'));
  await expect(waiting).rejects.toThrow('not wanted');
  end();
});

it('releases the locks of a hidden page, which reloads when it returns', async () => {
  const name = freshName();
  const page = createPage();
  await acquireLock(page, name);
  page.leave();
  expect(await createPage().withLock(name, async () => 'done')).toBe('done');
  expect(page.reload).not.toHaveBeenCalled();
  page.comeBack();
  expect(page.reload).toHaveBeenCalledOnce();
});

it('does not reload a returning page that held no lock when it was hidden', async () => {
  const page = createPage();
  const name = freshName();
  const { end, ended } = await acquireLock(page, name);
  end();
  await ended;
  page.leave();
  page.comeBack();
  expect(page.reload).not.toHaveBeenCalled();
  expect(await page.withFreeLock(name, async (isFree) => isFree)).toBe(true);
});

it('reports at once that another page holds a lock', async () => {
  const name = freshName();
  const { end } = await acquireLock(createPage(), name);
  expect(await createPage().withFreeLock(name, async (isFree) => isFree)).toBe(false);
  end();
});

it('runs the work at once in a browser without locks', async () => {
  const { withLock, withFreeLock } = createWebLocks({
    locks: () => undefined,
    life: createPageLifecycle({ page: undefined, document: undefined, reload: () => undefined }),
  });
  expect(await withLock('any', async () => 'done')).toBe('done');
  expect(await withFreeLock('any', async (isFree) => isFree)).toBe(true);
});
