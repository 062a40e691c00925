import { isApplicationType } from '@sealflow/domain/workflow';
import { Route, Routes, useNavigate, useParams } from 'react-router';
import { useTexts } from '../../i18n/index.ts';
import { DataTable, type TableColumn, tableOf } from '../../kit/data-table.component.tsx';
import { useListState } from '../../kit/list-state.hook.ts';
import { Page, Tag } from '../../kit/page.component.tsx';
import { StatePane } from '../../kit/state-pane.component.tsx';
import { useTimeText } from '../../kit/time.hook.ts';
import { useTenantID } from '../../shell/tenant.hook.ts';
import { DesignerPage } from './designer-view.component.tsx';
import { type ProcessSummary, useProcesses } from './flow-types.queries.ts';

/** The application types of an organisation, and the designer of their processes. */
export default function FlowTypesScreen() {
  return (
    <Routes>
      <Route index element={<FlowTypeList />} />
      <Route path=":type" element={<Designer />} />
    </Routes>
  );
}

function Designer() {
  const { shell } = useTexts();
  const { type = '' } = useParams();
  const tid = useTenantID();
  if (!isApplicationType(type)) {
    return <StatePane kind="empty" title={shell.notFound} hint={shell.notFoundHint} />;
  }
  return <DesignerPage key={`${tid} ${type}`} tid={tid} type={type} />;
}

function FlowTypeList() {
  const { flowTypes: texts, workflow, shell } = useTexts();
  const tid = useTenantID();
  const navigate = useNavigate();
  const timeText = useTimeText();
  const list = useListState();
  const processes = useProcesses(tid);
  const columns: readonly TableColumn<ProcessSummary>[] = [
    { id: 'name', title: texts.name, render: ({ name, type }) => name ?? workflow.types[type], width: 200 },
    { id: 'type', title: texts.type, render: ({ type }) => workflow.types[type], width: 180 },
    { id: 'state', title: texts.state, render: (one) => <OfferTag summary={one} />, width: 110 },
    {
      id: 'version',
      title: texts.version,
      render: ({ version, publishedAt }) =>
        version === null || publishedAt === null
          ? ''
          : `${texts.versionNumber(version)} · ${timeText(publishedAt)}`,
      width: 250,
    },
    { id: 'stages', title: texts.stages, render: ({ stages }) => stages, width: 100 },
    {
      id: 'draft',
      title: texts.draft,
      render: ({ draftSavedAt }) => (draftSavedAt === null ? '' : texts.draftSaved(timeText(draftSavedAt))),
      width: 200,
    },
    { id: 'running', title: texts.running, render: ({ running }) => running, width: 130 },
  ];
  return (
    <Page title={shell.areas.flowTypes} lead={texts.lead}>
      <DataTable
        name="flow-types"
        label={shell.areas.flowTypes}
        columns={columns}
        rowID={({ type }) => type}
        {...tableOf(processes)}
        state={list}
        onOpen={(type) => void navigate(type)}
        empty={{ title: texts.notOffered, hint: texts.lead }}
      />
    </Page>
  );
}

function OfferTag({ summary: { enabled, version } }: { readonly summary: ProcessSummary }) {
  const { flowTypes: texts } = useTexts();
  if (enabled) return <Tag tone="good">{texts.offered}</Tag>;
  return version === null ? <Tag>{texts.notOffered}</Tag> : <Tag tone="warning">{texts.stopped}</Tag>;
}
