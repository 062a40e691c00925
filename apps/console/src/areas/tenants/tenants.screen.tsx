import { useState } from 'react';
import { useLanguage, useTexts } from '../../i18n/index.ts';
import { Button } from '../../kit/button.component.tsx';
import { DataTable, type TableColumn } from '../../kit/data-table.component.tsx';
import { SelectInput } from '../../kit/fields.component.tsx';
import { formatTime } from '../../kit/format-time.util.ts';
import { useListState, useOpenDetails } from '../../kit/list-state.hook.ts';
import { FilterBar, Page, Tag } from '../../kit/page.component.tsx';
import { SearchInput } from '../../kit/search-input.component.tsx';
import { CreateTenantDrawer } from './create-tenant-drawer.component.tsx';
import { TenantDrawer } from './tenant-drawer.component.tsx';
import { type Tenant, useTenants } from './tenants.queries.ts';

const states = ['active', 'closed'] as const;

/** The organisations of the service, for operators. */
export default function TenantsScreen() {
  const { tenants: texts, common, shell } = useTexts();
  const language = useLanguage();
  const list = useListState();
  const details = useOpenDetails();
  const [isCreating, setCreating] = useState(false);
  const state = states.find((one) => one === list.filter('state'));
  const { sort: _sort, ...page } = list.query;
  const tenants = useTenants({ ...page, ...(state ? { state } : {}) });
  const columns: readonly TableColumn<Tenant>[] = [
    { id: 'name', title: texts.name, render: ({ name }) => name, width: 240 },
    { id: 'tid', title: texts.tid, render: ({ tid }) => tid, width: 200 },
    {
      id: 'state',
      title: texts.state,
      render: (one) => <Tag tone={one.state === 'active' ? 'good' : 'bad'}>{texts.states[one.state]}</Tag>,
      width: 110,
    },
    { id: 'members', title: texts.members, render: ({ members }) => members, width: 110 },
    { id: 'version', title: texts.serviceVersion, render: (one) => one.serviceVersion, width: 140 },
    {
      id: 'createAt',
      title: texts.createdAt,
      render: ({ createAt }) => formatTime(createAt, language),
      width: 180,
    },
  ];
  const create = (
    <Button kind="primary" onPress={() => setCreating(true)}>
      {texts.create}
    </Button>
  );
  return (
    <Page title={shell.areas.tenants} lead={texts.lead} actions={create}>
      <FilterBar>
        <SearchInput label={texts.search} value={list.keyword} onChange={(q) => list.change({ q })} />
        <SelectInput
          label={texts.state}
          value={state ?? 'all'}
          onChange={(value) => list.change({ state: value === 'all' ? undefined : value })}
          options={[
            { id: 'all' as const, label: common.all },
            ...states.map((id) => ({ id, label: texts.states[id] })),
          ]}
        />
      </FilterBar>
      <DataTable
        name="tenants"
        label={shell.areas.tenants}
        columns={columns}
        rowID={({ tid }) => tid}
        data={tenants.data}
        error={tenants.error}
        isRefreshing={tenants.isFetching}
        state={list}
        onRetry={() => void tenants.refetch()}
        onOpen={details.open}
        empty={{ title: texts.emptyTitle, hint: texts.emptyHint }}
      />
      {details.id === null ? null : (
        <TenantDrawer key={details.id} tid={details.id} onClose={details.close} />
      )}
      {isCreating ? <CreateTenantDrawer onClose={() => setCreating(false)} /> : null}
    </Page>
  );
}
