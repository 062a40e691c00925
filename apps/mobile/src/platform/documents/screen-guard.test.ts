import { expect, it } from 'vitest';
import { createMemoryScreenGuard, memoryScreen } from '../adapters/memory/small-ports.adapter.ts';
import { blockCaptures } from './screen-guard.usecases.ts';

const screenThatCan = () => {
  const screen = { ...memoryScreen(), canBlock: true };
  return { screen, guard: createMemoryScreenGuard(screen) };
};

it('is held until the last document is closed, and each document releases its hold once', async () => {
  const { screen, guard } = screenThatCan();
  const first = await blockCaptures(guard);
  const second = await blockCaptures(guard);
  expect(screen.isBlocked).toBe(true);
  first();
  first();
  const third = await blockCaptures(guard);
  second();
  await expect.poll(() => screen.isBlocked).toBe(true);
  third();
  await expect.poll(() => screen.isBlocked).toBe(false);
});

it('is active before the next document is shown, also when it is being released at that moment', async () => {
  const { screen, guard } = screenThatCan();
  (await blockCaptures(guard))();
  await blockCaptures(guard);
  expect(screen.isBlocked).toBe(true);
});

it('rejects when the device cannot block captures, and tries again for the next document', async () => {
  const { screen, guard } = screenThatCan();
  screen.fails = true;
  await expect(blockCaptures(guard)).rejects.toMatchObject({ code: 'captureForbidden' });
  screen.fails = false;
  const end = await blockCaptures(guard);
  expect(screen.isBlocked).toBe(true);
  end();
  await expect.poll(() => screen.isBlocked).toBe(false);
});
