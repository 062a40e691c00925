import type { Flow, Task } from '@sealflow/contract';
import { usesDialect16 } from '@sealflow/domain/versions';
import { localDatabase } from '../../../platform/database/local-database.compose.ts';
import { storedAnswersOf } from '../../../platform/database/stored-answers.repository.ts';
import type { Found, SearchContext, SearchRequest, Source, WorkResult } from '../search.types.ts';
import { fromServiceOrStored } from './service-or-stored.usecases.ts';
import { distinctBy, hasKeyword, nothingFound, pageOf } from './stored.rules.ts';

type Tenant = NonNullable<SearchContext['tenant']>;
type StoredList = { readonly data: readonly (Task | Flow)[] };
type StoredFlow = { readonly info: Flow };

const resultOfTask = ({ flow, ...task }: Task): WorkResult => ({ type: 'work', task, flow });
const resultOfFlow = (flow: Flow): WorkResult => ({ type: 'work', task: null, flow });

/** Own tasks, then own applications. */
export const findWork: Source = async (context, request) => {
  const { tenant } = context;
  if (tenant === null) return nothingFound;
  return fromServiceOrStored(
    context,
    () => askService(context, { tenant, request }),
    () => readStored(context, { tenant, request }),
  );
};

type Asked = { readonly tenant: Tenant; readonly request: SearchRequest };

/** Pages run through both lists, one after the other. */
async function askService(
  { documents: { api } }: SearchContext,
  { tenant: { tid, tserviceVersion }, request: { keyword, skip, limit, signal } }: Asked,
): Promise<Found> {
  const condition = usesDialect16(tserviceVersion) ? { filter: JSON.stringify({ keyword }) } : { keyword };
  const params = { tid };
  const query = { ...condition, skip, limit };
  const tasks = await api.call('GET /api/v1/tenants/{tid}/user-tasks', {
    params,
    query,
    signal,
  });
  const taskResults = tasks.data.map(resultOfTask);
  const rest = limit - taskResults.length;
  const flows = await api.call('GET /api/v1/tenants/{tid}/user-flows', {
    params,
    query: {
      ...query,
      skip: Math.max(0, skip - tasks.total),
      limit: rest,
    },
    signal,
  });
  const results = [...taskResults, ...flows.data.map(resultOfFlow)];
  return { total: tasks.total + flows.total, results, isStored: false };
}

async function readStored(
  { documents: { platform, accountID } }: SearchContext,
  { tenant: { tid }, request }: Asked,
): Promise<Found> {
  const stored = await readStoredWork({ platform, accountID, tid }, request.keyword);
  const found = stored.filter(({ flow }) =>
    hasKeyword(request.keyword, flow.title, flow.description, flow.applicant.name),
  );
  return pageOf(found, request);
}

/** The stored tasks and applications whose data contains a text, each once; tasks first. */
export async function readStoredWork(
  {
    platform,
    accountID,
    tid,
  }: Pick<SearchContext['documents'], 'platform' | 'accountID'> & { readonly tid: string },
  text: string,
): Promise<readonly WorkResult[]> {
  const answers = storedAnswersOf(await localDatabase(platform), { accountID, tid });
  const lists = await answers.findContaining(['list'], text);
  const flows = await answers.findContaining(['flow'], text);
  const listed = lists.flatMap(({ body }) =>
    (body as StoredList).data.map((item) => ('flow' in item ? resultOfTask(item) : resultOfFlow(item))),
  );
  const opened = flows.map(({ body }) => resultOfFlow((body as StoredFlow).info));
  const all = [...listed.filter(({ task }) => task !== null), ...listed, ...opened];
  const byTask = distinctBy(all, ({ task, flow }) => task?.id ?? flow.id);
  // An application that is there as a task needs no second row.
  const withTask = new Set(byTask.flatMap(({ task, flow }) => (task === null ? [] : [flow.id])));
  return byTask.filter(({ task, flow }) => task !== null || !withTask.has(flow.id));
}
