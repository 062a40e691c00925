import { cdp } from 'vitest/browser';

/** Runs a check while the page and its frames have the styles that the browser prints with. */
export async function withPrintMedia<Result>(check: () => Result | Promise<Result>): Promise<Result> {
  const session = cdp() as unknown as { send: (method: string, params: object) => Promise<void> };
  await session.send('Emulation.setEmulatedMedia', { media: 'print' });
  try {
    return await check();
  } finally {
    await session.send('Emulation.setEmulatedMedia', { media: '' });
  }
}
