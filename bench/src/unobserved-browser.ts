import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { chromiumLaunchOptions } from '../../scripts/chromium.mjs';
import { phone } from './app-browser.ts';

/** Sends a DevTools command to the browser or a page. @returns its result. */
export type Send = (method: string, params?: object, sessionId?: string) => Promise<Record<string, unknown>>;

export type UnobservedPage = {
  readonly send: Send;
  /** Evaluates an expression in the page and awaits it. */
  readonly evaluate: (expression: string) => Promise<unknown>;
  readonly close: () => Promise<void>;
};

/**
 * A phone page without network observation. Playwright observes the network of every page, for which the page’s
 * process buffers up to 200 MB of responses. That memory does not belong to the page.
 */
export async function openUnobservedPage(url: string): Promise<UnobservedPage> {
  const { executablePath = 'chromium', args, env } = chromiumLaunchOptions();
  const profile = await mkdtemp(join(tmpdir(), 'sealflow-browser-'));
  const browser = spawn(
    executablePath,
    [...args, '--headless', '--remote-debugging-port=0', `--user-data-dir=${profile}`, 'about:blank'],
    { env, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const ended = new Promise<void>((resolve) => {
    browser.once('close', () => resolve());
  });
  const close = async () => {
    browser.kill();
    await ended;
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const send = await connectDevTools(await addressOf(createInterface(browser.stderr)));
    const { targetId } = await send('Target.createTarget', { url: 'about:blank' });
    const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true });
    const page = sessionId as string;
    const { viewport, deviceScaleFactor, isMobile } = phone;
    await send(
      'Emulation.setDeviceMetricsOverride',
      { ...viewport, deviceScaleFactor, mobile: isMobile },
      page,
    );
    await send('Page.navigate', { url }, page);
    const ask = async (expression: string) => {
      const evaluate = { expression, awaitPromise: true, returnByValue: true };
      const { result, exceptionDetails } = await send('Runtime.evaluate', evaluate, page);
      if (exceptionDetails) throw new Error(JSON.stringify(exceptionDetails));
      return (result as { readonly value?: unknown }).value;
    };
    return { send, evaluate: ask, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function addressOf(lines: AsyncIterable<string>): Promise<string> {
  for await (const line of lines) {
    const [, address] = /^DevTools listening on (ws:\S+)$/.exec(line) ?? [];
    if (address !== undefined) return address;
  }
  throw new Error('the browser did not start');
}

type Answer = { readonly id?: number; readonly result?: Record<string, unknown>; readonly error?: object };

async function connectDevTools(address: string): Promise<Send> {
  const socket = new WebSocket(address);
  const waiting = new Map<number, (answer: Answer) => void>();
  socket.onmessage = ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer;
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer);
  };
  await new Promise<void>((resolve, reject) => {
    socket.onopen = () => resolve();
    socket.onerror = () => reject(new Error('the browser does not answer'));
  });
  let last = 0;
  return (method, params = {}, sessionId) =>
    new Promise((resolve, reject) => {
      last += 1;
      const id = last;
      waiting.set(id, ({ result, error }) => {
        waiting.delete(id);
        if (error) reject(new Error(`${method}: ${JSON.stringify(error)}`));
        else resolve(result ?? {});
      });
      socket.send(JSON.stringify({ id, method, params, ...(sessionId ? { sessionId } : {}) }));
    });
}
