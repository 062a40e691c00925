import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';

/** Every verification code that the worker's service has printed, the latest last; whose they are it never says. */
async function printedCodes(): Promise<string[]> {
  const log = await readFile(process.env['E2E_LOG'] ?? '', 'utf8');
  return Array.from(log.matchAll(/verification code (\d{6})/g), ([, code]) => code ?? '');
}

/** Does what makes the service send a code. @returns the code. */
export async function codeSentBy(ask: () => Promise<void>): Promise<string> {
  const before = (await printedCodes()).length;
  await ask();
  await expect.poll(async () => (await printedCodes()).length).toBeGreaterThan(before);
  return (await printedCodes())[before] ?? '';
}
