import type { Found, PersonResult, SearchContext, SearchRequest, Source } from '../search.types.ts';
import { readStoredWork } from './find-work.usecases.ts';
import { fromServiceOrStored } from './service-or-stored.usecases.ts';
import { distinctBy, hasKeyword, nothingFound, pageOf } from './stored.rules.ts';

/** Colleagues by a part of their name; without the service, the applicants that the device knows. */
export const findPeople: Source = async (context, request) => {
  const { tenant } = context;
  if (tenant === null) return nothingFound;
  return fromServiceOrStored(
    context,
    () => askService(context, { tid: tenant.tid, request }),
    () => readStored(context, { tid: tenant.tid, request }),
  );
};

type Asked = { readonly tid: string; readonly request: SearchRequest };

async function askService(
  { documents: { api } }: SearchContext,
  { tid, request: { keyword, skip, limit, signal } }: Asked,
): Promise<Found> {
  const { total, data } = await api.call('GET /api/v1/tenants/{tid}/user-deputies', {
    params: { tid },
    query: { keyword, skip, limit },
    signal,
  });
  const results = data.map(
    ({ fid, name, org }): PersonResult => ({ type: 'people', fid, name, department: org?.name ?? null }),
  );
  return { total, results, isStored: false };
}

async function readStored({ documents: { platform, accountID } }: SearchContext, { tid, request }: Asked) {
  const work = await readStoredWork({ platform, accountID, tid }, request.keyword);
  const applicants = distinctBy(
    work.map(({ flow }) => flow.applicant).filter(({ name }) => hasKeyword(request.keyword, name)),
    ({ fid }) => fid,
  );
  const results = applicants.map(
    ({ fid, name }): PersonResult => ({ type: 'people', fid, name, department: null }),
  );
  return pageOf(results, request);
}
