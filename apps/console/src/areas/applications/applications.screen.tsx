import { applicationTypeNames, flowStates } from '@sealflow/domain/workflow';
import { useTexts } from '../../i18n/index.ts';
import { CsvExport } from '../../kit/csv-export.component.tsx';
import { DataTable, type TableColumn, tableOf } from '../../kit/data-table.component.tsx';
import { useListState, useOpenDetails } from '../../kit/list-state.hook.ts';
import { FilterBar, Page } from '../../kit/page.component.tsx';
import { ApproverInput } from '../../kit/person-input.component.tsx';
import { SavedFilters } from '../../kit/saved-filters.component.tsx';
import { SearchInput } from '../../kit/search-input.component.tsx';
import { SelectInput } from '../../kit/select-input.component.tsx';
import { useDurationText, useTimeText } from '../../kit/time.hook.ts';
import { useNames } from '../../platform/names.queries.ts';
import { useTenantID } from '../../shell/tenant.hook.ts';
import { ApplicationDrawer } from './application-drawer.component.tsx';
import {
  type Application,
  type ApplicationFilter,
  useApplications,
  useLoadApplications,
} from './applications.queries.ts';
import { StateTag } from './state-tag.component.tsx';

const states = flowStates.filter((state) => state !== 'new');
const sortFields = ['createAt', 'updateAt', 'title', 'waitingSince'] as const;
const sorts = [...sortFields, ...sortFields.map((field) => `-${field}` as const)];
const problems = ['overdue', 'mail_failed'] as const;
const hourMs = 3_600_000;
/** Waiting times that the filter offers, in hours. */
const waitingHours = ['24', '72', '168', '720'] as const;

/** All applications of an organisation except drafts. */
export default function ApplicationsScreen() {
  const { applications: texts, workflow, common, shell } = useTexts();
  const tid = useTenantID();
  const timeText = useTimeText();
  const durationText = useDurationText();
  const list = useListState('-createAt');
  const details = useOpenDetails();
  const applicantID = list.filter('applicant');
  const nameOf = useNames(tid, [applicantID ?? null]);
  const type = applicationTypeNames.find((one) => one === list.filter('type'));
  const state = states.find((one) => one === list.filter('state'));
  const problem = problems.find((one) => one === list.filter('problem'));
  const hours = waitingHours.find((one) => one === list.filter('waiting'));
  const { sort, ...page } = list.query;
  const query: ApplicationFilter = {
    ...page,
    sort: sorts.find((one) => one === sort) ?? '-createAt',
    ...(type ? { type } : {}),
    ...(state ? { state } : {}),
    ...(problem ? { problem } : {}),
    ...(applicantID === undefined ? {} : { applicant: applicantID }),
    ...(hours ? { waitingLongerThan: Number(hours) * hourMs } : {}),
  };
  const applications = useApplications(tid, query);
  const load = useLoadApplications(tid);
  const waitingFor = ({ waitingFor: people }: Application) =>
    people.map(({ name, fid }) => name || fid).join(texts.separator);
  const waitingTime = ({ waitingSince }: Application) =>
    waitingSince === null ? '' : durationText(Date.now() - waitingSince);
  const columns: readonly TableColumn<Application>[] = [
    { id: 'title', title: texts.name, sortField: 'title', render: ({ title }) => title, width: 240 },
    { id: 'type', title: texts.type, render: ({ typeName }) => typeName, width: 140 },
    { id: 'state', title: texts.state, render: (one) => <StateTag flow={one} />, width: 150 },
    { id: 'applicant', title: texts.applicant, render: (one) => one.applicant.name, width: 120 },
    { id: 'waitingFor', title: texts.waitingFor, render: waitingFor, width: 180 },
    {
      id: 'waitingTime',
      title: texts.waitingTime,
      sortField: 'waitingSince',
      render: waitingTime,
      width: 110,
    },
    {
      id: 'createAt',
      title: texts.createAt,
      sortField: 'createAt',
      render: ({ createAt }) => timeText(createAt),
      width: 170,
    },
    {
      id: 'updateAt',
      title: texts.updateAt,
      sortField: 'updateAt',
      render: ({ updateAt }) => timeText(updateAt),
      width: 170,
      isHidden: true,
    },
  ];
  const all = { id: 'all' as const, label: common.all };
  const choose = (name: string) => (value: string) =>
    list.change({ [name]: value === 'all' ? undefined : value });
  return (
    <Page
      title={shell.areas.applications}
      lead={texts.lead}
      actions={
        <CsvExport
          name="applications"
          columns={[
            { title: texts.name, value: ({ title }: Application) => title },
            { title: texts.type, value: ({ typeName }) => typeName },
            { title: texts.state, value: (one) => workflow.states[one.state] },
            { title: texts.applicant, value: (one) => one.applicant.name },
            { title: texts.waitingFor, value: waitingFor },
            { title: texts.waitingTime, value: waitingTime },
            { title: texts.createAt, value: ({ createAt }) => new Date(createAt).toISOString() },
          ]}
          load={(part, signal) => load({ ...query, ...part }, signal)}
        />
      }
    >
      <FilterBar>
        <SearchInput label={texts.search} value={list.keyword} onChange={(q) => list.change({ q })} />
        <SelectInput
          label={texts.type}
          value={type ?? 'all'}
          onChange={choose('type')}
          options={[all, ...applicationTypeNames.map((id) => ({ id, label: workflow.types[id] }))]}
        />
        <SelectInput
          label={texts.state}
          value={state ?? 'all'}
          onChange={choose('state')}
          options={[all, ...states.map((id) => ({ id, label: workflow.states[id] }))]}
        />
        <SelectInput
          label={texts.problem}
          value={problem ?? 'all'}
          onChange={choose('problem')}
          options={[all, ...problems.map((id) => ({ id, label: texts.problems[id] }))]}
        />
        <SelectInput
          label={texts.waitingLonger}
          value={hours ?? 'all'}
          onChange={choose('waiting')}
          options={[all, ...waitingHours.map((id) => ({ id, label: durationText(Number(id) * hourMs) }))]}
        />
        <ApproverInput
          tid={tid}
          label={texts.applicant}
          placeholder={common.all}
          value={applicantID === undefined ? null : { fid: applicantID, name: nameOf(applicantID) }}
          onChange={(person) => list.change({ applicant: person?.fid })}
        />
        <SavedFilters name={`applications:${tid}`} list={list} />
      </FilterBar>
      <DataTable
        name="applications"
        label={shell.areas.applications}
        columns={columns}
        rowID={({ id }) => id}
        {...tableOf(applications)}
        state={list}
        onOpen={details.open}
        empty={{ title: texts.emptyTitle, hint: texts.emptyHint }}
      />
      {details.id === null ? null : (
        <ApplicationDrawer key={details.id} tid={tid} flowID={details.id} onClose={details.close} />
      )}
    </Page>
  );
}
