import { useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import type { TableColumn } from '../../kit/data-table.component.tsx';
import { ListPage } from '../../kit/list-page.component.tsx';
import { useOpenDetails, useStateList } from '../../kit/list-state.hook.ts';
import { Tag } from '../../kit/page.component.tsx';
import { useTimeText } from '../../kit/time.hook.ts';
import { CreateTenantDrawer } from './create-tenant-drawer.component.tsx';
import { TenantDrawer } from './tenant-drawer.component.tsx';
import { type Tenant, useTenants } from './tenants.queries.ts';

const states = ['active', 'closed'] as const;

/** The organisations of the service, for operators. */
export default function TenantsScreen() {
  const { tenants: texts, shell } = useTexts();
  const timeText = useTimeText();
  const list = useStateList(states);
  const details = useOpenDetails();
  const [isCreating, setCreating] = useState(false);
  const tenants = useTenants(list.stateQuery);
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
    { id: 'createAt', title: texts.createdAt, render: ({ createAt }) => timeText(createAt), width: 180 },
  ];
  return (
    <ListPage
      name="tenants"
      title={shell.areas.tenants}
      texts={texts}
      list={list}
      found={tenants}
      columns={columns}
      rowID={({ tid }) => tid}
      onOpen={details.open}
      create={{ label: texts.create, onPress: () => setCreating(true) }}
    >
      {details.id === null ? null : (
        <TenantDrawer key={details.id} tid={details.id} onClose={details.close} />
      )}
      {isCreating ? <CreateTenantDrawer onClose={() => setCreating(false)} /> : null}
    </ListPage>
  );
}
