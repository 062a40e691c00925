import { lazy, Suspense, useState } from 'react';
import { Route, Routes, useNavigate } from 'react-router';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../kit/button.component.tsx';
import { CsvExport } from '../../kit/csv-export.component.tsx';
import { DataTable, type TableColumn, tableOf } from '../../kit/data-table.component.tsx';
import { useListState, useNewForm, useOpenDetails } from '../../kit/list-state.hook.ts';
import { Page, Tag } from '../../kit/page.component.tsx';
import { StatePane } from '../../kit/state-pane.component.tsx';
import { useTimeText } from '../../kit/time.hook.ts';
import { useApi } from '../../platform/api.hook.ts';
import { useTenantID } from '../../shell/tenant.hook.ts';
import { AddMember } from './add-member.component.tsx';
import { MemberBulk } from './member-bulk.component.tsx';
import { MemberDrawer } from './member-drawer.component.tsx';
import { toneOf, useLastSignInText } from './member-facts.component.tsx';
import { listCall, type Member, useMembers } from './people.queries.ts';
import { PeopleFilters, readPeopleFilter } from './people-filters.component.tsx';

const ImportScreen = lazy(() => import('./import/import.screen.tsx'));

/** The pages of the people of an organisation. */
export default function PeopleScreen() {
  return (
    <Suspense fallback={<StatePane kind="loading" />}>
      <Routes>
        <Route index element={<PeopleList />} />
        <Route path="import/*" element={<ImportScreen />} />
      </Routes>
    </Suspense>
  );
}

/** The list of the people of an organisation. */
function PeopleList() {
  const { people: texts, shell } = useTexts();
  const tid = useTenantID();
  const api = useApi();
  const timeText = useTimeText();
  const list = useListState('name');
  const details = useOpenDetails();
  const navigate = useNavigate();
  const form = useNewForm();
  const [selectedIDs, setSelectedIDs] = useState<ReadonlySet<string>>(new Set());
  const filter = readPeopleFilter(list);
  const { skip, limit } = list.query;
  const members = useMembers(tid, { ...filter, skip, limit });
  const columns = useColumns(timeText);
  const rows = members.data?.data ?? [];
  const addButton = (
    <Button kind="primary" onPress={form.open}>
      {texts.add}
    </Button>
  );
  return (
    <Page
      title={shell.areas.people}
      lead={texts.lead}
      actions={
        <>
          <CsvExport
            name={shell.areas.people}
            columns={[
              { title: texts.fid, value: ({ fid }: Member) => fid },
              { title: texts.name, value: ({ name }) => name },
              { title: texts.state, value: ({ state }) => texts.states[state] },
              { title: texts.department, value: ({ organisation }) => organisation?.name ?? null },
              {
                title: texts.roles,
                value: ({ roles }) => roles.map(({ name }) => name).join(texts.separator),
              },
              { title: texts.mobileNo, value: ({ mobileNo }) => mobileNo },
              { title: texts.email, value: ({ email }) => email },
              { title: texts.createdAt, value: ({ createAt }) => timeText(createAt) },
            ]}
            load={(page, signal) =>
              api.call(listCall, { params: { tid }, query: { ...filter, ...page }, signal })
            }
          />
          <Button onPress={() => void navigate('import')}>{texts.import}</Button>
          {addButton}
        </>
      }
    >
      <PeopleFilters tid={tid} list={list} />
      <MemberBulk
        tid={tid}
        selected={rows.filter(({ fid }) => selectedIDs.has(fid))}
        onChange={setSelectedIDs}
      />
      <DataTable
        name="people"
        label={shell.areas.people}
        columns={columns}
        rowID={({ fid }) => fid}
        {...tableOf(members)}
        state={list}
        selection={{ ids: selectedIDs, onChange: setSelectedIDs }}
        onOpen={details.open}
        empty={{ title: texts.emptyTitle, hint: texts.emptyHint, action: addButton }}
      />
      {details.id === null ? null : (
        <MemberDrawer key={details.id} tid={tid} fid={details.id} onClose={details.close} />
      )}
      {form.isOpen ? <AddMember tid={tid} onClose={form.close} /> : null}
    </Page>
  );
}

function useColumns(timeText: (time: number) => string): readonly TableColumn<Member>[] {
  const { people: texts, common } = useTexts();
  const signInText = useLastSignInText();
  return [
    { id: 'name', title: texts.name, render: ({ name }) => name, width: 180, sortField: 'name' },
    {
      id: 'state',
      title: texts.state,
      render: ({ state }) => <Tag tone={toneOf[state]}>{texts.states[state]}</Tag>,
      width: 110,
      sortField: 'state',
    },
    {
      id: 'department',
      title: texts.department,
      render: ({ organisation }) => organisation?.name ?? common.none,
      width: 160,
    },
    {
      id: 'roles',
      title: texts.roles,
      render: ({ roles }) => roles.map(({ name }) => name).join(texts.separator),
      width: 160,
    },
    { id: 'mobileNo', title: texts.mobileNo, render: ({ mobileNo }) => mobileNo, width: 140 },
    { id: 'email', title: texts.email, render: ({ email }) => email, width: 200 },
    {
      id: 'createAt',
      title: texts.createdAt,
      render: ({ createAt }) => timeText(createAt),
      width: 180,
      sortField: 'createAt',
      isHidden: true,
    },
    {
      id: 'lastSignInAt',
      title: texts.lastSignIn,
      render: signInText,
      width: 180,
      sortField: 'lastSignInAt',
    },
    { id: 'fid', title: texts.fid, render: ({ fid }) => fid, width: 160, isHidden: true },
  ];
}
