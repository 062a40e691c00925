import { useState } from 'react';
import { useLanguage, useTexts } from '../../i18n/index.ts';
import { Button } from '../../kit/button.component.tsx';
import { DataTable, type TableColumn } from '../../kit/data-table.component.tsx';
import { SelectInput } from '../../kit/fields.component.tsx';
import { formatTime } from '../../kit/format-time.util.ts';
import { useListState, useOpenDetails } from '../../kit/list-state.hook.ts';
import { FilterBar, Page } from '../../kit/page.component.tsx';
import { SearchInput } from '../../kit/search-input.component.tsx';
import { AccountDrawer } from './account-drawer.component.tsx';
import { AccountState } from './account-state.component.tsx';
import { type Account, useAccounts } from './accounts.queries.ts';
import { CreateAccountDrawer } from './create-account-drawer.component.tsx';

const states = ['active', 'closed'] as const;

/** The accounts of the service, for operators. */
export default function AccountsScreen() {
  const { accounts: texts, common, shell } = useTexts();
  const language = useLanguage();
  const list = useListState();
  const details = useOpenDetails();
  const [isCreating, setCreating] = useState(false);
  const state = states.find((one) => one === list.filter('state'));
  const { sort: _sort, ...page } = list.query;
  const accounts = useAccounts({ ...page, ...(state ? { state } : {}) });
  const columns: readonly TableColumn<Account>[] = [
    { id: 'username', title: texts.username, render: ({ username }) => username, width: 200 },
    { id: 'state', title: texts.state, render: (one) => <AccountState account={one} />, width: 200 },
    { id: 'mobileNo', title: texts.mobileNo, render: (one) => one.mobileNo ?? common.none, width: 160 },
    { id: 'email', title: texts.email, render: (one) => one.email ?? common.none, width: 220 },
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
    <Page title={shell.areas.accounts} lead={texts.lead} actions={create}>
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
        name="accounts"
        label={shell.areas.accounts}
        columns={columns}
        rowID={({ aid }) => aid}
        data={accounts.data}
        error={accounts.error}
        isRefreshing={accounts.isFetching}
        state={list}
        onRetry={() => void accounts.refetch()}
        onOpen={details.open}
        empty={{ title: texts.emptyTitle, hint: texts.emptyHint }}
      />
      {details.id === null ? null : (
        <AccountDrawer key={details.id} aid={details.id} onClose={details.close} />
      )}
      {isCreating ? <CreateAccountDrawer onClose={() => setCreating(false)} /> : null}
    </Page>
  );
}
