import { useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { BulkBar } from '../../kit/bulk-bar.component.tsx';
import { BulkWithdrawDialog } from '../../kit/bulk-withdraw-dialog.component.tsx';
import { Button } from '../../kit/button.component.tsx';
import { CsvExport } from '../../kit/csv-export.component.tsx';
import { DataTable, type TableColumn } from '../../kit/data-table.component.tsx';
import { type ListState, useListState, useOpenDetails } from '../../kit/list-state.hook.ts';
import { FilterBar, Page } from '../../kit/page.component.tsx';
import { SavedFilters } from '../../kit/saved-filters.component.tsx';
import { SearchInput } from '../../kit/search-input.component.tsx';
import { SelectInput } from '../../kit/select-input.component.tsx';
import { useApi } from '../../platform/api.hook.ts';
import { useFormat } from '../../platform/format.hook.ts';
import { useTenantID } from '../../shell/tenant.hook.ts';
import { DeviceDrawer, DeviceState } from './device-drawer.component.tsx';
import {
  type DeviceQuery,
  devicesCall,
  keyOf,
  type ManagedDevice,
  useDeviceActs,
  useManagedDevices,
} from './devices.queries.ts';

const sorts = ['lastSeenAt', '-lastSeenAt', 'createAt', '-createAt'] as const;
const platforms = ['web', 'android', 'ios', 'other'] as const;
const states = ['active', 'withdrawn', 'all'] as const;
const uses = ['in7', 'in30', 'not30', 'not90'] as const;
const all = '';
const dayMs = 86_400_000;

/** The last use as the list call takes it. */
const usedAt = {
  in7: (now: number) => ({ seenFrom: now - 7 * dayMs }),
  in30: (now: number) => ({ seenFrom: now - 30 * dayMs }),
  not30: (now: number) => ({ seenTo: now - 30 * dayMs }),
  not90: (now: number) => ({ seenTo: now - 90 * dayMs }),
} as const;

/** The filters of the address as the list call takes them. */
function readFilter(list: ListState, now: number) {
  const platform = platforms.find((one) => one === list.filter('platform'));
  const use = uses.find((one) => one === list.filter('used'));
  return {
    state: states.find((one) => one === list.filter('state')) ?? 'active',
    sort: sorts.find((one) => one === list.query.sort) ?? '-lastSeenAt',
    ...(list.keyword === '' ? {} : { keyword: list.keyword }),
    ...(platform ? { platform } : {}),
    ...(use ? usedAt[use](now) : {}),
  } satisfies DeviceQuery;
}

/** The devices of all members of an organisation whose accounts it manages. */
export default function DevicesScreen() {
  const { devices: texts, shell } = useTexts();
  const tid = useTenantID();
  const api = useApi();
  const list = useListState('-lastSeenAt');
  const details = useOpenDetails();
  const acts = useDeviceActs(tid);
  // One time for all pages, so that they belong to one list.
  const [now] = useState(Date.now);
  const [selected, setSelected] = useState<ReadonlyMap<string, string>>(new Map());
  const [isWithdrawing, setWithdrawing] = useState(false);
  const filter = readFilter(list, now);
  const { skip, limit } = list.query;
  const devices = useManagedDevices(tid, { skip, limit, ...filter });
  const columns = useColumns();
  const select = (keys: ReadonlySet<string>) => {
    const names = new Map((devices.data?.data ?? []).map((device) => [keyOf(device), nameOf(device)]));
    setSelected(new Map([...keys].map((key) => [key, names.get(key) ?? selected.get(key) ?? key])));
  };
  return (
    <Page
      title={shell.areas.devices}
      lead={texts.lead}
      actions={
        <CsvExport
          name={shell.areas.devices}
          columns={[
            { title: texts.person, value: ({ member }: ManagedDevice) => member.name },
            { title: texts.personID, value: ({ member }) => member.fid },
            { title: texts.name, value: ({ name }) => name },
            { title: texts.deviceID, value: ({ id }) => id },
            { title: texts.platform, value: ({ platform }) => texts.platforms[platform] },
            { title: texts.lastSeen, value: ({ lastSeenAt }) => new Date(lastSeenAt).toISOString() },
            { title: texts.createdAt, value: ({ createAt }) => new Date(createAt).toISOString() },
            {
              title: texts.withdrawnAt,
              value: ({ withdrawnAt }) => (withdrawnAt === null ? '' : new Date(withdrawnAt).toISOString()),
            },
          ]}
          load={(page, signal) =>
            api.call(devicesCall, { params: { tid }, query: { ...page, ...filter }, signal })
          }
        />
      }
    >
      <DeviceFilters tid={tid} list={list} />
      <BulkBar count={selected.size} onClear={() => setSelected(new Map())}>
        <Button kind="danger" onPress={() => setWithdrawing(true)}>
          {texts.withdraw}
        </Button>
      </BulkBar>
      <DataTable
        name="devices"
        label={shell.areas.devices}
        columns={columns}
        rowID={keyOf}
        data={devices.data}
        error={devices.error}
        isRefreshing={devices.isFetching}
        state={list}
        onRetry={() => void devices.refetch()}
        onOpen={details.open}
        selection={{ ids: new Set(selected.keys()), onChange: select }}
        empty={{ title: texts.emptyTitle, hint: texts.emptyHint }}
      />
      {details.id === null ? null : (
        <DeviceDrawer key={details.id} tid={tid} deviceKey={details.id} onClose={details.close} />
      )}
      {isWithdrawing ? (
        <BulkWithdrawDialog
          title={texts.withdrawMany(selected.size)}
          confirmLabel={texts.withdraw}
          items={[...selected].map(([id, name]) => ({ id, name }))}
          withdraw={acts.withdrawMany}
          onDone={(outcomes) => {
            const failed = outcomes.filter(({ error }) => error !== null).map(({ id }) => id);
            setSelected(new Map(failed.map((id) => [id, selected.get(id) ?? id])));
            void acts.reload();
          }}
          onClose={() => setWithdrawing(false)}
        >
          <p>{texts.withdrawManyExplain}</p>
        </BulkWithdrawDialog>
      ) : null}
    </Page>
  );
}

const nameOf = ({ name, member }: ManagedDevice) => `${member.name} · ${name}`;

function useColumns(): readonly TableColumn<ManagedDevice>[] {
  const { devices: texts } = useTexts();
  const format = useFormat();
  return [
    { id: 'person', title: texts.person, render: ({ member }) => member.name, width: 150 },
    { id: 'name', title: texts.name, render: ({ name }) => name, width: 240 },
    {
      id: 'platform',
      title: texts.platform,
      render: ({ platform }) => texts.platforms[platform],
      width: 110,
    },
    { id: 'state', title: texts.state, render: (device) => <DeviceState device={device} />, width: 100 },
    {
      id: 'lastSeenAt',
      title: texts.lastSeen,
      render: ({ lastSeenAt }) => format.time(lastSeenAt),
      sortField: 'lastSeenAt',
      width: 180,
    },
    {
      id: 'createAt',
      title: texts.createdAt,
      render: ({ createAt }) => format.time(createAt),
      sortField: 'createAt',
      width: 180,
    },
    { id: 'deviceID', title: texts.deviceID, render: ({ id }) => id, width: 300, isHidden: true },
  ];
}

function DeviceFilters({ tid, list }: { readonly tid: string; readonly list: ListState }) {
  const { devices: texts, common } = useTexts();
  const anything = { id: all, label: common.all };
  return (
    <FilterBar>
      <SearchInput label={texts.search} value={list.keyword} onChange={(q) => list.change({ q })} />
      <SelectInput
        label={texts.platform}
        value={list.filter('platform') ?? all}
        onChange={(platform) => list.change({ platform })}
        options={[anything, ...platforms.map((id) => ({ id, label: texts.platforms[id] }))]}
      />
      <SelectInput
        label={texts.state}
        value={list.filter('state') ?? 'active'}
        onChange={(state) => list.change({ state: state === 'active' ? undefined : state })}
        options={states.map((id) => ({ id, label: id === 'all' ? common.all : texts.states[id] }))}
      />
      <SelectInput
        label={texts.lastSeen}
        value={list.filter('used') ?? all}
        onChange={(used) => list.change({ used })}
        options={[anything, ...uses.map((id) => ({ id, label: texts.uses[id] }))]}
      />
      <SavedFilters name={`devices:${tid}`} list={list} />
    </FilterBar>
  );
}
