import { ApiError } from '@sealflow/sdk/api.errors.ts';
import { Link } from 'react-router';
import { useTexts } from '../../i18n/index.ts';
import { CsvExport } from '../../kit/csv-export.component.tsx';
import { DataTable, type TableColumn, tableOf } from '../../kit/data-table.component.tsx';
import { useListState } from '../../kit/list-state.hook.ts';
import { FilterBar } from '../../kit/page.component.tsx';
import { StatePane } from '../../kit/state-pane.component.tsx';
import { useApi } from '../../platform/api.hook.ts';
import { useFormat } from '../../platform/format.hook.ts';
import { useWaitText } from './insight.hook.ts';
import styles from './insight.module.css';
import {
  type Days,
  type PeopleQuery,
  type PersonInsight,
  peopleCall,
  periodOf,
  usePeopleInsight,
} from './insight.queries.ts';

const sortFields = ['name', 'open', 'oldestAt', 'decided', 'median'] as const;
const sorts = [...sortFields, ...sortFields.map((field) => `-${field}` as const)];

/** The tasks and the waiting time of each person, if the organisation shows them. */
export function PeopleTable({ tid, days }: { readonly tid: string; readonly days: Days }) {
  const texts = useTexts().insight;
  const api = useApi();
  const list = useListState('-open');
  const waitText = useWaitText();
  const columns = useColumns();
  const query: PeopleQuery = {
    ...periodOf(days),
    sort: sorts.find((one) => one === list.query.sort) ?? '-open',
  };
  const { skip, limit } = list.query;
  const found = usePeopleInsight(tid, { ...query, skip, limit });
  const { error } = found;
  if (error instanceof ApiError && error.code === 'work.insight_on_people_off') {
    return (
      <StatePane
        kind="empty"
        title={texts.peopleOff}
        hint={texts.peopleOffHint}
        action={<Link to={`/t/${tid}/settings`}>{texts.openSettings}</Link>}
      />
    );
  }
  return (
    <>
      <p className={styles.note}>{texts.peopleNote}</p>
      <FilterBar>
        <CsvExport
          name="insight-people"
          columns={[
            { title: texts.person, value: ({ name }: PersonInsight) => name },
            { title: texts.personID, value: ({ fid }) => fid },
            { title: texts.openTasks, value: ({ open }) => open },
            {
              title: texts.oldest,
              value: ({ oldestAt }) => (oldestAt === null ? '' : new Date(oldestAt).toISOString()),
            },
            { title: texts.decided, value: ({ decided }) => decided },
            { title: texts.personMedian, value: ({ median }) => waitText(median) },
          ]}
          load={(part, signal) =>
            api.call(peopleCall, { params: { tid }, query: { ...query, ...part }, signal })
          }
        />
      </FilterBar>
      <DataTable
        name="insight-people"
        label={texts.people}
        columns={columns}
        rowID={({ fid }) => fid}
        {...tableOf(found)}
        state={{ ...list, isFiltered: false }}
        empty={{ title: texts.emptyPeople, hint: texts.emptyPeopleHint }}
      />
    </>
  );
}

function useColumns(): readonly TableColumn<PersonInsight>[] {
  const texts = useTexts().insight;
  const format = useFormat();
  const waitText = useWaitText();
  return [
    { id: 'name', title: texts.person, sortField: 'name', render: ({ name }) => name, width: 180 },
    {
      id: 'open',
      title: texts.openTasks,
      sortField: 'open',
      render: ({ open }) => format.number(open),
      width: 120,
    },
    {
      id: 'oldestAt',
      title: texts.oldest,
      sortField: 'oldestAt',
      render: ({ oldestAt }) => (oldestAt === null ? texts.none : format.time(oldestAt)),
      width: 190,
    },
    {
      id: 'decided',
      title: texts.decided,
      sortField: 'decided',
      render: ({ decided }) => format.number(decided),
      width: 140,
    },
    {
      id: 'median',
      title: texts.personMedian,
      sortField: 'median',
      render: ({ median, decided }) => (median === null && decided > 0 ? texts.tooFew : waitText(median)),
      width: 190,
    },
  ];
}
