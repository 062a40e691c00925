import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium, type Response } from 'playwright';
import { build } from 'vite';
import { findFreePort } from '../../apps/server/src/app/free-port.util.ts';
import { chromiumLaunchOptions } from '../../scripts/chromium.mjs';
import { gzipBytes } from './bundled.ts';
import type { ServerOptions } from './server.ts';
import { fillService, runAll, signIn } from './server-database.ts';
import { log, startNode, withWorkspace } from './server-workspace.ts';
import { quantile, rounded } from './stats.ts';

const consoleFolder = fileURLToPath(new URL('../../apps/console', import.meta.url));
const memberCount = 100_000;
const repeats = 40;
const pageSize = 100;

/** The person with the index 0 administrates the organisation. Names have two Chinese characters and a number. */
const administrator = [
  `insert into roles (tid, role_id, name, rights) values
    ('t', 'admins', 'Administrators', '{app_login,org_managment,Administration/administration}')`,
  `insert into membership_roles (tid, fid, role_id) values ('t', 'f0', 'admins')`,
  `update memberships set name =
    (array['张','王','李','赵','陈','刘','杨','黄','周','吴'])[1 + substr(fid, 2)::integer % 10]
    || (array['伟','娜','强','静','洋','敏','磊','芳'])[1 + substr(fid, 2)::integer % 8] || substr(fid, 2)
    where tid = 't'`,
  `vacuum analyze memberships`,
];

/** The first screen of the console, and its list of people at 100,000 members. */
export function run({ postgres: bin }: ServerOptions) {
  return withWorkspace(bin, async ({ folder, postgres: { url }, cleanups }) => {
    if (!existsSync(`${consoleFolder}/dist/index.html`))
      await build({ root: consoleFolder, logLevel: 'error' });
    const master = randomBytes(32).toString('base64');
    const port = String(await findFreePort());
    const publicUrl = `http://127.0.0.1:${port}`;
    log(`${memberCount} members`);
    await fillService(url, 4000, memberCount);
    await runAll(url, administrator);
    const node = await startNode({ url, folder, master, port, publicUrl });
    cleanups.push(node.stop);
    const [token = ''] = await signIn(url, master, publicUrl, 1);
    const list = (query: string) => getMembers(`${publicUrl}/api/v1/tenants/t/admin/members?${query}`, token);
    const { total } = await list('limit=0');
    if (total !== memberCount) throw new Error(`the list has ${total} of ${memberCount} members`);
    const people = {
      pageMs: await p95((n) => list(`limit=${pageSize}&skip=${(n * 2_477) % memberCount}`)),
      sortMs: await p95((n) =>
        list(`limit=${pageSize}&skip=${n * pageSize}&sort=${n % 2 ? '-' : ''}createAt`),
      ),
      searchMs: await p95((n) => list(`limit=${pageSize}&keyword=${encodeURIComponent(searchTerm(n))}`)),
    };
    return { firstScreen: await firstScreen(publicUrl), people };
  });
}

/** A surname, a part of a number, a whole name or a text that no name has. */
const searchTerm = (n: number) => ['张', `${1000 + n}`, `李强${n}2`, '没有这个人'][n % 4] ?? '';

async function getMembers(address: string, token: string): Promise<{ total: number }> {
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
