import { readFile } from 'node:fs/promises';
import type { Send } from './quiet-browser.ts';

const lookEvery = 100;

type Process = { readonly type: string; readonly id: number };

/** Memory of a process that is its own and not the program's, in bytes. */
async function ownMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const of = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) * 1024;
  return of('RssAnon') + of('RssShmem');
}

/** The most that the browser's largest page took while `work` ran, in bytes; null where the system does not tell. */
export async function peakOfPages<T>(send: Send, work: () => Promise<T>) {
  let peak = 0;
  const look = async () => {
    const { processInfo } = await send('SystemInfo.getProcessInfo');
    const pages = (processInfo as Process[]).filter(({ type }) => type === 'renderer');
    peak = Math.max(peak, ...(await Promise.all(pages.map(({ id }) => ownMemory(id)))));
  };
  await look();
  let looking = Promise.resolve();
  const timer = setInterval(() => {
    looking = looking.then(look);
  }, lookEvery);
  try {
    const result = await work();
    return { result, peak: peak === 0 ? null : peak };
  } finally {
    clearInterval(timer);
    await looking;
  }
}
