import { useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import type { TableColumn } from '../../kit/data-table.component.tsx';
import { ListPage } from '../../kit/list-page.component.tsx';
import { useOpenDetails, useStateList } from '../../kit/list-state.hook.ts';
import { useTimeText } from '../../kit/time.hook.ts';
import { AccountDrawer } from './account-drawer.component.tsx';
import { AccountState } from './account-state.component.tsx';
import { type Account, useAccounts } from './accounts.queries.ts';
import { CreateAccountDrawer } from './create-account-drawer.component.tsx';

const states = ['active', 'closed'] as const;

/** The accounts of the service, for operators. */
export default function AccountsScreen() {
  const { accounts: texts, common, shell } = useTexts();
  const timeText = useTimeText();
  const list = useStateList(states);
  const details = useOpenDetails();
  const [isCreating, setCreating] = useState(false);
  const accounts = useAccounts(list.stateQuery);
  const columns: readonly TableColumn<Account>[] = [
    { id: 'username', title: texts.username, render: ({ username }) => username, width: 200 },
    { id: 'state', title: texts.state, render: (one) => <AccountState account={one} />, width: 200 },
    { id: 'mobileNo', title: texts.mobileNo, render: (one) => one.mobileNo ?? common.none, width: 160 },
    { id: 'email', title: texts.email, render: (one) => one.email ?? common.none, width: 220 },
    { id: 'createAt', title: texts.createdAt, render: ({ createAt }) => timeText(createAt), width: 180 },
  ];
  return (
    <ListPage
      name="accounts"
      title={shell.areas.accounts}
      texts={texts}
      list={list}
      found={accounts}
      columns={columns}
      rowID={({ aid }) => aid}
      onOpen={details.open}
      create={{ label: texts.create, onPress: () => setCreating(true) }}
    >
      {details.id === null ? null : (
        <AccountDrawer key={details.id} aid={details.id} onClose={details.close} />
      )}
      {isCreating ? <CreateAccountDrawer onClose={() => setCreating(false)} /> : null}
    </ListPage>
  );
}
