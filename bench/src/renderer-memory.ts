import { readFile } from 'node:fs/promises';
import type { Send } from './unobserved-browser.ts';

const lookEvery = 100;

type Process = { readonly type: string; readonly id: number };

/** The private memory of a process in bytes, without program code. */
async function ownMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const of = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) * 1024;
  return of('RssAnon') + of('RssShmem');
}

/** The maximum memory of the browser’s largest page during `work`, in bytes; null if the system does not report it. */
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
