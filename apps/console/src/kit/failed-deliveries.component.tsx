import type { Answer } from '@sealflow/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTexts } from '../i18n/index.ts';
import { useApi } from '../platform/api.hook.ts';
import { useFormat } from '../platform/format.hook.ts';
import { DataTable, type TableColumn, tableOf } from './data-table.component.tsx';
import { useListState } from './list-state.hook.ts';
import { FilterBar } from './page.component.tsx';
import { SelectInput } from './select-input.component.tsx';

const tenantCall = 'GET /api/v1/tenants/{tid}/admin/delivery-failures';
const operatorCall = 'GET /api/v1/admin/delivery-failures';

type Failure = Answer<typeof tenantCall>['data'][number] &
  Partial<Answer<typeof operatorCall>['data'][number]>;

const channels = ['mail', 'sms', 'push'] as const;
/** Periods that the filter offers, in days. The longest is how long the service keeps failures. */
const periods = ['1', '7', '30'] as const;

/**
 * Mails, text messages and pushes that failed for good: of a tenant, or without `tid` of all tenants. The address has the channel
 * and the period, so that a link shows the same failures.
 */
export function FailedDeliveries({ tid }: { readonly tid?: string }) {
  const { failedDeliveries: texts, common } = useTexts();
  const api = useApi();
  const format = useFormat();
  const list = useListState();
  const channel = channels.find((one) => one === list.filter('channel'));
  const days = periods.find((one) => one === list.filter('days')) ?? '30';
  const { skip, limit } = list.query;
  const query = { skip, limit, days: Number(days), ...(channel ? { channel } : {}) };
  const found = useQuery({
    queryKey: ['failed-deliveries', tid, query],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }): Promise<{ total: number; data: Failure[] }> =>
      tid === undefined
        ? api.call(operatorCall, { query, signal })
        : api.call(tenantCall, { params: { tid }, query, signal }),
  });
  const reasons: Readonly<Record<string, string>> = texts.reasons;
  const columns: readonly TableColumn<Failure>[] = [
    { id: 'at', title: texts.at, render: ({ failedAt }) => format.time(failedAt), width: 180 },
    { id: 'channel', title: texts.channel, render: (one) => texts.channels[one.channel], width: 120 },
    { id: 'purpose', title: texts.purpose, render: (one) => texts.purposes[one.purpose], width: 160 },
    { id: 'reason', title: texts.reason, render: ({ code }) => reasons[code] ?? code, width: 300 },
    ...(tid === undefined
      ? [{ id: 'tenant', title: texts.tenant, render: (one: Failure) => one.tid ?? common.none, width: 160 }]
      : []),
  ];
  return (
    <div className="stack">
      <p>{texts.lead}</p>
      <FilterBar>
        <SelectInput
          label={texts.channel}
          value={channel ?? 'all'}
          onChange={(value) => list.change({ channel: value === 'all' ? undefined : value })}
          options={[
            { id: 'all' as const, label: common.all },
            ...channels.map((id) => ({ id, label: texts.channels[id] })),
          ]}
        />
        <SelectInput
          label={texts.period}
          value={days}
          onChange={(value) => list.change({ days: value === '30' ? undefined : value })}
          options={periods.map((id) => ({ id, label: texts.lastDays(Number(id)) }))}
        />
      </FilterBar>
      <DataTable
        name="failed-deliveries"
        label={texts.title}
        columns={columns}
        rowID={({ failureID }) => failureID}
        {...tableOf(found)}
        state={list}
        empty={{ title: texts.emptyTitle, hint: texts.emptyHint }}
      />
    </div>
  );
}
