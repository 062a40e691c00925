import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Answer, Body } from '@sealflow/contract';
import { errorText, isErrorCode } from '@sealflow/domain/errors';
import { type ImportField, importFieldOf, splitRoles } from '@sealflow/domain/import-columns';
import Papa from 'papaparse';
import { readArguments } from './arguments.util.ts';
import { createCallCommand } from './call-command.util.ts';
import type { Command, CommandOutput } from './command.types.ts';
import type { OperatorService } from './operator-service.client.ts';
import { requirePositional } from './options.util.ts';
import { writePrivateFile } from './private-file.util.ts';
import { renderList } from './render.util.ts';
import { tenantListRequest, tenantOption } from './shared-options.util.ts';
import { formatRecord, formatTable, formatTime } from './table-text.util.ts';
import { CommandError, UsageError } from './usage.errors.ts';

type Call = OperatorService['call'];
type Import = Answer<'GET /api/v1/tenants/{tid}/admin/imports/{importID}'>['data'];
type Row = Body<'POST /api/v1/tenants/{tid}/admin/imports/{importID}/rows'>['rows'][number];
type RowResult = Answer<'GET /api/v1/tenants/{tid}/admin/imports/{importID}/rows'>['data'][number];
type Form = Body<'POST /api/v1/tenants/{tid}/admin/imports'>;
interface Params {
  readonly tid: string;
  readonly importID: string;
}

const rowsPerRequest = 500;
const pollIntervalMs = 300;
/** Time without progress after which no node seems to process the import. */
const stalledMs = 60_000;
const pageSize = 100;

/** Imports people from a file by the calls of the console. */
export const memberImportCommands: readonly Command[] = [
  {
    name: 'member import',
    usage:
      'member import FILE --tenant ID [--create-departments] [--roles ID,…] [--check] [--results FILE] [--json]',
    summary: 'adds or changes the people of a CSV file in a tenant',
    options: {
      tenant: { type: 'string' },
      'create-departments': { type: 'boolean' },
      roles: { type: 'string' },
      check: { type: 'boolean' },
      results: { type: 'string' },
    },
    details: [
      '  --tenant ID           the tenant',
      '  --create-departments  creates departments that do not exist; otherwise their rows fail',
      '  --roles ID,…          roles of new members whose row names none; default users',
      '  --check               checks the rows and changes nothing',
      '  --results FILE        writes the result of each row into FILE, one JSON object on each line',
      '',
      'The first line names the columns: name, department (a path with /), roles, phone, email, username, staff id, member id, clearance.',
      'Chinese names such as 姓名, 部门, 手机号 and 工号 work too. Repeating the command adds no person twice. Exit code 1: rows failed.',
    ],
    run: async (invocation) => {
      const path = requirePositional(invocation, 'FILE');
      const args = readArguments(invocation);
      const tid = args.requireText('tenant');
      const text = await readFile(resolve(invocation.folder, path), 'utf8');
      const rows = readRows(text);
      const form = {
        name: basename(path).slice(0, 100),
        total: rows.length,
        options: {
          createDepartments: args.flag('create-departments'),
          roles: args.list('roles') ?? ['users'],
        },
      };
      const { call } = await invocation.service();
      const params = await uploadOnce(call, { tid, form, rows });
      const checked = await finish(call, params, 'check');
      const ended =
        args.flag('check') || checked.state !== 'checked' ? checked : await finish(call, params, 'run');
      const results = args.text('results');
      if (results !== undefined) await writeResults(resolve(invocation.folder, results), { call, params });
      return render(ended, await readFailures(call, params));
    },
  },
  createCallCommand({
    name: 'import list',
    summary: 'lists the imports of people of the last 30 days, newest first',
    ...tenantListRequest,
    call: 'GET /api/v1/tenants/{tid}/admin/imports',
    render: renderList((one: Import) => ({
      id: one.importID,
      file: one.name,
      state: one.state,
      rows: one.total,
      added: one.added,
      changed: one.changed,
      unchanged: one.unchanged,
      failed: one.failed,
      created: formatTime(one.createAt),
    })),
  }),
  {
    name: 'import show',
    usage: 'import show ID --tenant ID [--json]',
    summary: 'shows an import of people with the rows that failed',
    options: { tenant: { type: 'string' } },
    details: ['Exit code 1: rows failed.'],
    run: async (invocation) => {
      const params = {
        tid: readArguments(invocation).requireText('tenant'),
        importID: requirePositional(invocation, 'ID'),
      };
      const { call } = await invocation.service();
      const { data } = await call('GET /api/v1/tenants/{tid}/admin/imports/{importID}', { params });
      return render(data, await readFailures(call, params));
    },
  },
  createCallCommand({
    name: 'import cancel',
    summary: 'cancels an import of people that has not ended; people whom it has already added stay',
    argument: 'ID',
    options: tenantOption,
    call: 'POST /api/v1/tenants/{tid}/admin/imports/{importID}/actions/cancel',
    buildRequest: (args) => ({ params: { tid: args.requireText('tenant'), importID: args.argument() } }),
    render: ({ data }) => render(data, []),
  }),
];

/** @throws UsageError where the file has no rows or no column for names. */
function readRows(text: string): Row[] {
  const { data } = Papa.parse(text.replace(/^\uFEFF/u, ''), { skipEmptyLines: false });
  const [headings = [], ...lines] = data;
  const fields = headings.map(importFieldOf);
  if (!fields.includes('name'))
    throw new UsageError('the first line of FILE must name its columns, among them the name of the person');
  // The number of a row is that in a spreadsheet: the headings are row 1.
  const rows = lines.flatMap((line, index) =>
    line.some((cell) => cell.trim() !== '') ? [toRow(fields, line, index + 2)] : [],
  );
  if (rows.length === 0) throw new UsageError('FILE contains no people');
  return rows;
}

function toRow(fields: readonly (ImportField | undefined)[], line: readonly string[], row: number): Row {
  const cells = fields.flatMap((field, index): [string, string | string[]][] => {
    const cell = line[index]?.trim() ?? '';
    if (field === undefined || cell === '') return [];
    return [[field, field === 'roles' ? splitRoles(cell) : cell]];
  });
  return { row, ...Object.fromEntries(cells) };
}

/** Uploads the rows. The same file continues an import that was interrupted, and starts a new one after its end. */
async function uploadOnce(
  call: Call,
  { tid, form, rows }: { tid: string; form: Omit<Form, 'importID'>; rows: readonly Row[] },
): Promise<Params> {
  const digest = createHash('sha256').update(JSON.stringify({ form, rows })).digest('hex').slice(0, 32);
  const create = async (importID: string) => {
    const body = { importID, ...form };
    return (await call('POST /api/v1/tenants/{tid}/admin/imports', { params: { tid }, body })).data;
  };
  const former = await create(`file-${digest}`);
  const hasEnded = ['done', 'canceled', 'failed'].includes(former.state);
  const { importID, state } = hasEnded ? await create(randomUUID()) : former;
  const params = { tid, importID };
  if (state !== 'draft') return params;
  for (let from = 0; from < rows.length; from += rowsPerRequest) {
    const body = { rows: rows.slice(from, from + rowsPerRequest) };
    await call('POST /api/v1/tenants/{tid}/admin/imports/{importID}/rows', { params, body });
  }
  return params;
}

/** Starts the check or the run and waits for its end. @throws CommandError where no node processes it. */
async function finish(call: Call, params: Params, action: 'check' | 'run'): Promise<Import> {
  const { data } = await call('GET /api/v1/tenants/{tid}/admin/imports/{importID}', { params });
  // An import that was interrupted may be beyond the check.
  if (action === 'check' && data.state !== 'running')
    await call('POST /api/v1/tenants/{tid}/admin/imports/{importID}/actions/check', { params });
  if (action === 'run')
    await call('POST /api/v1/tenants/{tid}/admin/imports/{importID}/actions/run', { params });
  let progress = { done: -1, atMs: performance.now() };
  for (;;) {
    const { data: current } = await call('GET /api/v1/tenants/{tid}/admin/imports/{importID}', { params });
    if (current.state !== 'checking' && current.state !== 'running') return current;
    if (current.done !== progress.done) progress = { done: current.done, atMs: performance.now() };
    if (performance.now() - progress.atMs > stalledMs)
      throw new CommandError('no node processes the import: start the service, then repeat the command');
    await pause(pollIntervalMs);
  }
}

/** The results of the rows of an import, page by page. */
async function* readResults(
  call: Call,
  { params, outcome }: { params: Params; outcome?: 'failed' },
): AsyncGenerator<RowResult> {
  for (let skip = 0; ; skip += pageSize) {
    const { data } = await call('GET /api/v1/tenants/{tid}/admin/imports/{importID}/rows', {
      params,
      query: { outcome, skip, limit: pageSize },
    });
    yield* data;
    if (data.length < pageSize) return;
  }
}

async function readFailures(call: Call, params: Params): Promise<RowResult[]> {
  const failures: RowResult[] = [];
  for await (const failure of readResults(call, { params, outcome: 'failed' })) failures.push(failure);
  return failures;
}

async function writeResults(file: string, { call, params }: { call: Call; params: Params }): Promise<void> {
  const lines = async function* () {
    for await (const result of readResults(call, { params }))
      yield Buffer.from(`${JSON.stringify(result)}\n`);
  };
  await writePrivateFile(file, lines(), () => 1);
}

function render(ended: Import, failures: readonly RowResult[]): CommandOutput {
  const { importID, state, total, added, changed, unchanged, failed, code } = ended;
  const rows = failures.flatMap(({ row, errors }) =>
    errors.map((error) => ({
      row,
      field: error.field,
      problem: isErrorCode(error.code) ? errorText(error.code, 'en', error.params) : error.code,
    })),
  );
  const hasFailed = failed > 0 || state === 'failed' || state === 'canceled';
  return {
    json: { ...ended, failures },
    lines: [
      ...formatRecord({
        import: importID,
        state,
        rows: total,
        added,
        changed,
        unchanged,
        failed,
        stopped: code,
      }),
      ...formatTable(rows),
    ],
    ...(hasFailed ? { isFailure: true } : {}),
  };
}
