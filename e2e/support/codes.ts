import { mkdir, readFile, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';

/** Every verification code that the demo's service has printed, the latest last; whose they are it never says. */
async function printedCodes(): Promise<string[]> {
  const log = await readFile(process.env['E2E_LOG'] ?? '', 'utf8');
  return Array.from(log.matchAll(/verification code (\d{6})/g), ([, code]) => code ?? '');
}

const turn = () => join(process.env['E2E_DIR'] ?? '', 'asking-for-a-code');

const takeTurn = () =>
  mkdir(turn()).then(
    () => true,
    () => false,
  );

/** Does what makes the service send a code, while no other worker does the same. @returns the code. */
export async function codeSentBy(ask: () => Promise<void>): Promise<string> {
  await expect.poll(takeTurn, { timeout: 60_000 }).toBe(true);
  try {
    const before = (await printedCodes()).length;
    await ask();
    await expect.poll(async () => (await printedCodes()).length).toBeGreaterThan(before);
    return (await printedCodes())[before] ?? '';
  } finally {
    await rmdir(turn());
  }
}
