import { cdp } from 'vitest/browser';

type Session = { send: (method: string, params: object) => Promise<{ readonly data: string }> };
const session = () => cdp() as unknown as Session;

/** Runs a check while the page and its frames have the styles that the browser prints with. */
export async function withPrintMedia<Result>(check: () => Result | Promise<Result>): Promise<Result> {
  await session().send('Emulation.setEmulatedMedia', { media: 'print' });
  try {
    return await check();
  } finally {
    await session().send('Emulation.setEmulatedMedia', { media: '' });
  }
}

/** Prints the page with its frames as the browser does. @returns whether there is text on paper. */
export async function printsText(): Promise<boolean> {
  const { data } = await session().send('Page.printToPDF', {});
  return /\/Type\s*\/Font\b/.test(atob(data));
}
