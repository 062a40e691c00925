import type { ApplicationType, FlowState, Query, TaskState } from '@sealflow/contract';
import { type DateWindow, dateWindows, windowSpan } from '@sealflow/domain/dates';
import { usesDialect16 } from '@sealflow/domain/versions';
import { flowStates, isApplicationType, taskStates } from '@sealflow/domain/workflow';

export type ListName = 'tasks' | 'flows';

/** The filter of a list. It is stored in the query of /approval, so that back and a reload restore it. */
export type ApprovalFilter = {
  readonly list: ListName;
  readonly state: TaskState | FlowState | 'awaiting_approval' | null;
  readonly type: ApplicationType | null;
  readonly date: DateWindow;
  /** Part of a title, a description or a name; '' matches everything. */
  readonly keyword: string;
};

export const emptyFilter = (list: ListName): ApprovalFilter => ({
  list,
  state: null,
  type: null,
  date: 'all',
  keyword: '',
});

const flowStateFilters: readonly string[] = ['awaiting_approval', ...flowStates];

/** The states that a list can be filtered by, in display order. */
export function statesOf(list: ListName): readonly NonNullable<ApprovalFilter['state']>[] {
  return list === 'tasks' ? taskStates : ['awaiting_approval', ...flowStates];
}

/** The service's limit, in characters. */
export const maxKeywordLength = 100;

/** Parses the filter in an address; invalid parts do not filter. */
export function parseFilter(query: URLSearchParams): ApprovalFilter {
  const list = query.get('list') === 'flows' ? 'flows' : 'tasks';
  const state = query.get('state') ?? '';
  const allowedStates = list === 'tasks' ? (taskStates as readonly string[]) : flowStateFilters;
  const type = query.get('type') ?? '';
  const date = query.get('date') ?? 'all';
  return {
    list,
    state: allowedStates.includes(state) ? (state as ApprovalFilter['state']) : null,
    type: isApplicationType(type) ? type : null,
    date: Object.hasOwn(dateWindows, date) ? (date as DateWindow) : 'all',
    keyword: (query.get('keyword') ?? '').slice(0, maxKeywordLength),
  };
}

/** The filter as the query of an address. */
export function filterQuery({ list, state, type, date, keyword }: ApprovalFilter): URLSearchParams {
  return new URLSearchParams({
    list,
    ...(state === null ? {} : { state }),
    ...(type === null ? {} : { type }),
    ...(date === 'all' ? {} : { date }),
    ...(keyword === '' ? {} : { keyword }),
  });
}

export const isFiltered = ({ state, type, date, keyword }: ApprovalFilter): boolean =>
  state !== null || type !== null || date !== 'all' || keyword !== '';

/** The key of a filtered list; equal for equal filters. */
export const filterKey = (filter: ApprovalFilter): string => filterQuery(filter).toString();

export type ListCall = 'GET /api/v1/tenants/{tid}/user-tasks' | 'GET /api/v1/tenants/{tid}/user-flows';

/** The filter as the query of the tenant's service version (service.md). */
export function listQuery(
  filter: ApprovalFilter,
  { serviceVersion, now }: { readonly serviceVersion: string; readonly now: Date },
): Query<ListCall> {
  const { state, type, date } = filter;
  const keyword = filter.keyword.trim();
  const span = windowSpan(date, now);
  const conditions = {
    ...(state === null ? {} : { state }),
    ...(type === null ? {} : { type }),
    ...(keyword === '' ? {} : { keyword }),
  };
  const query = usesDialect16(serviceVersion)
    ? filterParam({ ...conditions, ...(span === null ? {} : { createAt: [span.from, span.to] }) })
    : { ...conditions, ...(span === null ? {} : { createAtFrom: span.from, createAtTo: span.to }) };
  return query as Query<ListCall>;
}

function filterParam(filter: object): { filter?: string } {
  return Object.keys(filter).length === 0 ? {} : { filter: JSON.stringify(filter) };
}
