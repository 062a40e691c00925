import { useTexts } from '../../i18n/index.ts';
import { DataTable, type TableColumn } from '../../kit/data-table.component.tsx';
import { SelectInput } from '../../kit/fields.component.tsx';
import { useListState, useOpenDetails } from '../../kit/list-state.hook.ts';
import { FilterBar, Page, Tag } from '../../kit/page.component.tsx';
import { SearchInput } from '../../kit/search-input.component.tsx';
import { useTenantID } from '../../shell/tenant.hook.ts';
import { type Member, type MemberFilter, useMembers } from './people.queries.ts';

const states = ['active', 'invited', 'suspended', 'ended'] as const;
const toneOf = { active: 'good', invited: 'neutral', suspended: 'warning', ended: 'bad' } as const;

/** The people of an organisation. */
export default function PeopleScreen() {
  const { people: texts, common, shell } = useTexts();
  const tid = useTenantID();
  const list = useListState();
  const details = useOpenDetails();
  const state = states.find((one) => one === list.filter('state'));
  const { sort: _sort, ...page } = list.query;
  const query: MemberFilter = { ...page, ...(state ? { state } : {}) };
  const members = useMembers(tid, query);
  const columns: readonly TableColumn<Member>[] = [
    { id: 'name', title: texts.name, render: ({ name }) => name, width: 180 },
    {
      id: 'state',
      title: texts.state,
      render: (member) => <Tag tone={toneOf[member.state]}>{texts.states[member.state]}</Tag>,
      width: 110,
    },
    {
      id: 'department',
      title: texts.department,
      render: ({ organisation }) => organisation?.name ?? common.none,
      width: 180,
    },
    {
      id: 'roles',
      title: texts.roles,
      render: ({ roles }) => roles.map(({ name }) => name).join(texts.separator),
      width: 200,
    },
    { id: 'mobileNo', title: texts.mobileNo, render: ({ mobileNo }) => mobileNo, width: 140 },
    { id: 'email', title: texts.email, render: ({ email }) => email, width: 200 },
  ];
  return (
    <Page title={shell.areas.people} lead={texts.lead}>
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
        name="people"
        label={shell.areas.people}
        columns={columns}
        rowID={({ fid }) => fid}
        data={members.data}
        error={members.error}
        isRefreshing={members.isFetching}
        state={list}
        onRetry={() => void members.refetch()}
        onOpen={details.open}
        empty={{ title: texts.emptyTitle, hint: texts.emptyHint }}
      />
    </Page>
  );
}
