import type { Flow, FlowFile, FlowInfo, ProcessStep, Task } from '@sealflow/contract';
import { page } from 'vitest/browser';
import { createMemoryPlatform } from '../../src/platform/adapters/memory/index.ts';
import { clearScrollPositions } from '../../src/shell/navigation/scroll-restoration.hook.ts';
import { type Answers, json, refusal, twoTenants, userWith } from '../session/answers.ts';
import { type Mounted, mountApp } from './mount.tsx';
import { later, storeSession } from './store-session.ts';

export const now = Date.now();
export const flow: Flow = {
  id: 'f1',
  typeID: 7,
  type: 'file_out',
  typeName: '文件外发',
  title: '外发合同',
  description: '第一行\n第二行',
  state: 'approving',
  applicant: { fid: 'u2', name: '张伟' },
  createAt: now - 7_200_000,
  updateAt: now,
  deadline: null,
};
export const info: FlowInfo = {
  ...flow,
  details: {},
  detailNames: {},
  myTask: { id: 'k1', nodeType: 'approve', state: 'awaiting', canComplete: true },
};
export const file: FlowFile = {
  fileID: 'x1',
  uri: 'uri-1',
  name: '合同.pdf',
  size: 2048,
  mimeType: 'application/pdf',
  sha256: 'ab'.repeat(32),
  encrypted: true,
};
const step = (id: string, stepType: ProcessStep['stepType'], state: ProcessStep['state']): ProcessStep => ({
  id,
  stepType,
  state,
  mode: null,
  startAt: null,
  endAt: null,
  tasks: [],
});
export const steps = Array.from({ length: 12 }, (_, index) => step(`s${index}`, 'approve', 'pending'));
export const task = (index: number): Task => ({
  id: `k${index}`,
  note: null,
  processTime: null,
  state: 'awaiting',
  nodeType: 'approve',
  outcome: null,
  createAt: now - index * 3_600_000,
  deadline: null,
  flow: { ...flow, id: `f${index}`, title: `申请 ${index}` },
});

/** The answer of the task list, which the service divides into pages by `skip` and `limit`. */
export function taskPages(total: number): Answers[string] {
  const tasks = Array.from({ length: total }, (_, index) => task(index + 1));
  return (request) => {
    const query = new URL(request.url).searchParams;
    const skip = Number(query.get('skip'));
    return json({ total, data: tasks.slice(skip, skip + Number(query.get('limit'))) });
  };
}

const workOf = (tid: string): Answers => ({
  [`GET /api/v1/tenants/${tid}/current-user`]: () => json(userWith('users')),
  [`GET /api/v1/tenants/${tid}/flow-types`]: () =>
    json({ total: 1, data: [{ id: 7, name: '文件外发', type: 'file_out' }] }),
  [`GET /api/v1/tenants/${tid}/user-flows`]: () => json({ total: 0, data: [] }),
  [`GET /api/v1/tenants/${tid}/user-absences`]: () => json({ data: { own: [], asDeputy: [] } }),
  [`GET /api/v1/tenants/${tid}/user-tasks`]: taskPages(3),
  [`GET /api/v1/tenants/${tid}/flows/f1`]: () => json({ data: info }),
  [`GET /api/v1/tenants/${tid}/flows/f1/files`]: () => json({ data: [file] }),
  [`GET /api/v1/tenants/${tid}/flows/f1/process`]: () => json({ data: steps }),
});
const answers: Answers = {
  'POST /api/v1/auth/refresh-token': () => json({ token: 'token-2', expire: later }),
  'GET /api/v1/user-msg-sessions': () => json({ total: 0, data: [], unread: 0 }),
  ...workOf('t1'),
  ...workOf('t2'),
};

let mounted: Mounted | undefined;
export function close(): void {
  mounted?.unmount();
  // The next test starts with a new user on a new device.
  clearScrollPositions();
}
export async function open(
  path: string,
  own: Answers = {},
  tenant: (typeof twoTenants)[number] = twoTenants[0],
  device: ReturnType<typeof createMemoryPlatform> | null = null,
) {
  const platform = device ?? createMemoryPlatform();
  if (device === null) await storeSession(platform, [tenant]);
  mounted = await mountApp({ path, platform, answers: { ...answers, ...own } });
  return mounted;
}
export const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
export const where = () => `${window.location.pathname}${window.location.search}`;

/** Answers successive decisions with the given results and records the requests. */
export function decisions(...results: (() => Response)[]) {
  const sent: { key: string | null; body: Record<string, string> }[] = [];
  const answer: Answers[string] = async (request) => {
    sent.push({ key: request.headers.get('idempotency-key'), body: await request.json() });
    return (results.shift() ?? (() => refusal('app.unknown_error', 500)))();
  };
  return { sent, answer };
}
export const decided = () => json({ data: { id: 'k1', note: '同意', processTime: now, state: 'processed' } });
