import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';

/** The verification codes in the log of the worker’s service, latest last. The log names no recipient. */
async function printedCodes(): Promise<string[]> {
  const log = await readFile(process.env['E2E_LOG'] ?? '', 'utf8');
  return Array.from(log.matchAll(/verification code (\d{6})/g), ([, code]) => code ?? '');
}

/** Performs an action that sends a code. @returns the code. */
export async function codeSentDuring(action: () => Promise<void>): Promise<string> {
  const before = (await printedCodes()).length;
  await action();
  await expect.poll(async () => (await printedCodes()).length).toBeGreaterThan(before);
  return (await printedCodes())[before] ?? '';
}
