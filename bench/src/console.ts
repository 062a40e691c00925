import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { chromium, type Response } from 'playwright';
import { build } from 'vite';
import { findFreePort } from '../../apps/server/src/app/free-port.util.ts';
import { chromiumLaunchOptions } from '../../scripts/chromium.mjs';
import { gzipBytes } from './bundled.ts';
import { measureImport } from './console-import.ts';
import { measureConsoleLighthouse } from './console-lighthouse.ts';
import { fillLists, measureLists, measureMembers } from './console-lists.ts';
import type { ServerOptions } from './server.ts';
import { fillService, runAll, signIn, tasksOfFlow } from './server-database.ts';
import { log, startNode, withWorkspace } from './server-workspace.ts';
import { quantile, rounded } from './stats.ts';

const consoleFolder = fileURLToPath(new URL('../../apps/console', import.meta.url));
const memberCount = 100_000;
const repeats = 40;
const pageSize = 100;

/** What the first screen may have at most. */
const limitBytes = 204_800;

/** The first screen of the console, its lists at 100,000 rows, the import of 10,000 people, and Lighthouse. */
export async function run(options: ServerOptions) {
  const measured = await measureService(options);
  log('Lighthouse');
  return { ...measured, lighthouse: await measureConsoleLighthouse() };
}

function measureService({ postgres: bin }: ServerOptions) {
  return withWorkspace(bin, async ({ folder, postgres: { url }, cleanups }) => {
    if (!existsSync(`${consoleFolder}/dist/index.html`))
      await build({ root: consoleFolder, logLevel: 'error' });
    const master = randomBytes(32).toString('base64');
    const port = String(await findFreePort());
    const publicUrl = `http://127.0.0.1:${port}`;
    log(`${memberCount} members, applications and other rows`);
    await fillService(url, memberCount * tasksOfFlow, memberCount);
    await runAll(url, fillLists(memberCount));
    const node = await startNode({ url, folder, master, port, publicUrl });
    cleanups.push(node.stop);
    const [token = ''] = await signIn(url, master, publicUrl, 1);
    const read = (query: string) => getList(`${publicUrl}/api/v1/tenants/t${query}`, token);
    const list = (query: string) => read(`/admin/members?${query}`);
    const { total } = await list('limit=0');
    if (total !== memberCount) throw new Error(`the list has ${total} of ${memberCount} members`);
    const people = {
      pageMs: await p95((n) => list(`limit=${pageSize}&skip=${(n * 2_477) % memberCount}`)),
      sortMs: await p95((n) =>
        list(`limit=${pageSize}&skip=${n * pageSize}&sort=${n % 2 ? '-' : ''}createAt`),
      ),
      searchMs: await p95((n) => list(`limit=${pageSize}&keyword=${encodeURIComponent(searchTerm(n))}`)),
      ...(await measureMembers(read)),
    };
    const lists = await measureLists(read);
    log('import of 10,000 people');
    const { rowsPerSecond: perSecond, ...imported } = await measureImport({
      url: publicUrl,
      tid: 't',
      token,
    });
    return {
      load: rounded(loadavg()[0] ?? 0, 1),
      firstScreen: { ...(await firstScreen(publicUrl)), limitBytes },
      people,
      lists,
      import: { perSecond, ...imported },
    };
  });
}

/** A surname, a part of a number, a whole name or a text that no name has. */
const searchTerm = (n: number) => ['张', `${1000 + n}`, `李强${n}2`, '没有这个人'][n % 4] ?? '';

async function getList(address: string, token: string): Promise<{ total: number }> {
  const response = await fetch(address, { headers: { authorization: `Bearer ${token}` } });
  if (!response.ok) throw new Error(`${address}: ${response.status} ${await response.text()}`);
  return (await response.json()) as { total: number };
}

/** The 95th percentile of the duration in ms, after two calls that are not counted. */
async function p95(call: (n: number) => Promise<unknown>): Promise<number> {
  const durations: number[] = [];
  for (let n = -2; n < repeats; n += 1) {
    const start = performance.now();
    await call(Math.max(0, n));
    if (n >= 0) durations.push(performance.now() - start);
  }
  return rounded(
    quantile(
      durations.toSorted((a, b) => a - b),
      0.95,
    ),
    1,
  );
}

/** Script and style that the sign-in page of the console loads, compressed. */
async function firstScreen(origin: string): Promise<{ gzipBytes: number }> {
  const browser = await chromium.launch(chromiumLaunchOptions());
  try {
    const page = await browser.newPage();
    const responses: Response[] = [];
    page.on('response', (response) => responses.push(response));
    await page.goto(`${origin}/console/`, { waitUntil: 'networkidle' });
    await page.locator('input[type="password"]').waitFor();
    const code = responses.filter((response) =>
      /javascript|css/.test(response.headers()['content-type'] ?? ''),
    );
    const sizes = await Promise.all(code.map(async (response) => gzipBytes(await response.body())));
    return { gzipBytes: sizes.reduce((sum, size) => sum + size, 0) };
  } finally {
    await browser.close();
  }
}
