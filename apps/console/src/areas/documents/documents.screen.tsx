import { useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { BulkBar } from '../../kit/bulk-bar.component.tsx';
import { BulkWithdrawDialog } from '../../kit/bulk-withdraw-dialog.component.tsx';
import { Button } from '../../kit/button.component.tsx';
import { CsvExport } from '../../kit/csv-export.component.tsx';
import { DataTable, type TableColumn } from '../../kit/data-table.component.tsx';
import { useListState, useOpenDetails } from '../../kit/list-state.hook.ts';
import { FilterBar, Page, Tag } from '../../kit/page.component.tsx';
import { PersonInput } from '../../kit/person-input.component.tsx';
import { SavedFilters } from '../../kit/saved-filters.component.tsx';
import { SelectInput } from '../../kit/select-input.component.tsx';
import { useApi } from '../../platform/api.hook.ts';
import { useFormat } from '../../platform/format.hook.ts';
import { useNames } from '../../platform/names.queries.ts';
import { useTenantID } from '../../shell/tenant.hook.ts';
import { DocumentDrawer } from './document-drawer.component.tsx';
import {
  type DocumentQuery,
  type RegisteredDocument,
  useClassificationNames,
  useDocumentActs,
  useDocuments,
} from './documents.queries.ts';

const sorts = ['createAt', '-createAt', 'size', '-size'] as const;
const all = 'all';

/** The registered documents of an organisation. Their names are known to their readers only. */
export default function DocumentsScreen() {
  const { documents: texts, common, shell } = useTexts();
  const tid = useTenantID();
  const api = useApi();
  const format = useFormat();
  const list = useListState('-createAt');
  const details = useOpenDetails();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [isWithdrawing, setWithdrawing] = useState(false);
  const owner = list.filter('owner');
  const classification = list.filter('classification');
  const withdrawn = list.filter('withdrawn');
  const filter = {
    ...(owner === undefined ? {} : { owner }),
    ...(classification === undefined ? {} : { classification }),
    ...(withdrawn === undefined ? {} : { withdrawn }),
    sort: sorts.find((one) => one === list.query.sort) ?? '-createAt',
  } satisfies DocumentQuery;
  const { skip, limit } = list.query;
  const documents = useDocuments(tid, { skip, limit, ...filter });
  const classes = useClassificationNames(tid);
  const acts = useDocumentActs(tid);
  const nameOf = useNames(tid, [owner ?? null]);
  const className = (id: string | null) =>
    id === null ? texts.defaultClass : (classes.data?.find((one) => one.id === id)?.name ?? id);
  const columns: readonly TableColumn<RegisteredDocument>[] = [
    { id: 'documentID', title: texts.documentID, render: ({ documentID }) => documentID, width: 310 },
    { id: 'owner', title: texts.owner, render: (one) => one.ownerName || one.ownerOID, width: 140 },
    {
      id: 'classification',
      title: texts.classification,
      render: ({ classificationID }) => className(classificationID),
      width: 120,
    },
    {
      id: 'state',
      title: texts.state,
      render: ({ withdrawnAt }) => <StateTag isWithdrawn={withdrawnAt !== null} />,
      width: 100,
    },
    {
      id: 'createAt',
      title: texts.sealedAt,
      render: ({ createAt }) => format.time(createAt),
      sortField: 'createAt',
      width: 170,
    },
    { id: 'size', title: texts.size, render: ({ size }) => format.size(size), sortField: 'size', width: 100 },
    { id: 'mimeType', title: texts.kind, render: ({ mimeType }) => mimeType, width: 220 },
  ];
  return (
    <Page
      title={shell.areas.documents}
      lead={texts.lead}
      actions={
        <CsvExport
          name={shell.areas.documents}
          columns={[
            { title: texts.documentID, value: ({ documentID }) => documentID },
            { title: texts.owner, value: (one: RegisteredDocument) => one.ownerName || one.ownerOID },
            { title: texts.classification, value: ({ classificationID }) => className(classificationID) },
            {
              title: texts.state,
              value: ({ withdrawnAt }) =>
                withdrawnAt === null ? texts.states.valid : texts.states.withdrawn,
            },
            { title: texts.sealedAt, value: ({ createAt }) => new Date(createAt).toISOString() },
            { title: texts.size, value: ({ size }) => size },
            { title: texts.kind, value: ({ mimeType }) => mimeType },
          ]}
          load={(page, signal) =>
            api.call('GET /api/v1/tenants/{tid}/admin/documents', {
              params: { tid },
              query: { ...page, ...filter },
              signal,
            })
          }
        />
      }
    >
      <FilterBar>
        <PersonInput
          tid={tid}
          label={texts.owner}
          placeholder={common.all}
          value={owner === undefined ? null : { fid: owner, name: nameOf(owner) }}
          onChange={(person) => list.change({ owner: person?.fid })}
        />
        <SelectInput
          label={texts.classification}
          value={classification ?? all}
          onChange={(id) => list.change({ classification: id === all ? undefined : id })}
          options={[
            { id: all, label: common.all },
            ...(classes.data ?? []).map(({ id, name }) => ({ id, label: name })),
          ]}
        />
        <SelectInput
          label={texts.state}
          value={withdrawn === undefined ? all : withdrawn === 'true' ? 'true' : 'false'}
          onChange={(value) => list.change({ withdrawn: value === all ? undefined : value })}
          options={[
            { id: all, label: common.all },
            { id: 'false', label: texts.states.valid },
            { id: 'true', label: texts.states.withdrawn },
          ]}
        />
        <SavedFilters name={`documents:${tid}`} list={list} />
      </FilterBar>
      <BulkBar count={selected.size} onClear={() => setSelected(new Set())}>
        <Button kind="danger" onPress={() => setWithdrawing(true)}>
          {texts.withdraw}
        </Button>
      </BulkBar>
      <DataTable
        name="documents"
        label={shell.areas.documents}
        columns={columns}
        rowID={({ documentID }) => documentID}
        data={documents.data}
        error={documents.error}
        isRefreshing={documents.isFetching}
        state={list}
        onRetry={() => void documents.refetch()}
        onOpen={details.open}
        selection={{ ids: selected, onChange: setSelected }}
        empty={{ title: texts.emptyTitle, hint: texts.emptyHint }}
      />
      {details.id === null ? null : (
        <DocumentDrawer tid={tid} documentID={details.id} className={className} onClose={details.close} />
      )}
      {isWithdrawing ? (
        <BulkWithdrawDialog
          title={texts.withdrawMany(selected.size)}
          confirmLabel={texts.withdraw}
          items={[...selected].map((id) => ({ id, name: id }))}
          withdraw={acts.withdrawMany}
          onDone={(outcomes) => {
            setSelected(new Set(outcomes.filter(({ error }) => error !== null).map(({ id }) => id)));
            void acts.reload();
          }}
          onClose={() => setWithdrawing(false)}
        >
          <p>{texts.withdrawHint}</p>
        </BulkWithdrawDialog>
      ) : null}
    </Page>
  );
}

function StateTag({ isWithdrawn }: { readonly isWithdrawn: boolean }) {
  const { states } = useTexts().documents;
  return <Tag tone={isWithdrawn ? 'bad' : 'good'}>{isWithdrawn ? states.withdrawn : states.valid}</Tag>;
}
