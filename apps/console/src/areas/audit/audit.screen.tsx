import { useActText, useTexts } from '../../i18n/index.ts';
import { Button } from '../../kit/button.component.tsx';
import { DataTable, type TableColumn } from '../../kit/data-table.component.tsx';
import { useListState, useOpenDetails } from '../../kit/list-state.hook.ts';
import { Page, Tag } from '../../kit/page.component.tsx';
import { useFormat } from '../../platform/format.hook.ts';
import { useNames, useOperatorNames } from '../../platform/names.queries.ts';
import { useTenantID } from '../../shell/tenant.hook.ts';
import styles from './audit.module.css';
import { type AuditRecord, type AuditScope, useRecords } from './audit.queries.ts';
import { toAuditFilter } from './audit-filter.rules.ts';
import { AuditFilters } from './audit-filters.component.tsx';
import { ChainBar } from './chain-bar.component.tsx';
import { RecordDrawer } from './record-drawer.component.tsx';

type AuditPageProps = {
  readonly scope: AuditScope;
  readonly title: string;
  readonly lead: string;
};

/** The audit chain of an organisation. */
export default function AuditScreen() {
  const { shell, audit } = useTexts();
  return <AuditPage scope={useTenantID()} title={shell.areas.audit} lead={audit.lead} />;
}

/** The audit chain of the deployment, for operators. */
export function OperatorAuditScreen() {
  const { shell, audit } = useTexts();
  return <AuditPage scope={null} title={shell.areas.operatorAudit} lead={audit.deploymentLead} />;
}

/** Records of a chain with filters, their details, the verification and the export. */
function AuditPage({ scope, title, lead }: AuditPageProps) {
  const { audit: texts, common } = useTexts();
  const format = useFormat();
  const list = useListState();
  const details = useOpenDetails();
  const records = useRecords(scope, toAuditFilter(list.filter));
  const rows = records.data?.pages.flatMap(({ data }) => data);
  const nameOf = useNames(scope ?? '', rows?.map(({ fid }) => fid) ?? []);
  const subjects = (area: string) =>
    rows?.map(({ act, subject }) => (act.startsWith(area) ? subject : null)) ?? [];
  const nameOfID = useOperatorNames({
    operatorIDs: [...subjects('operator.'), ...(rows?.map(({ operatorID }) => operatorID) ?? [])],
    aids: [...subjects('account.'), ...(rows?.map(({ aid }) => aid) ?? [])],
  });
  const actText = useActText();
  const actor = ({ fid, operatorID, aid }: AuditRecord) => {
    if (fid !== null) return nameOf(fid);
    const id = operatorID ?? aid;
    if (id === null) return texts.system;
    // Members of an organisation do not get the names of operators.
    return nameOfID(id) === id && operatorID !== null ? texts.operator : nameOfID(id);
  };
  const columns: readonly TableColumn<AuditRecord>[] = [
    { id: 'at', title: texts.at, render: ({ at }) => format.exactTime(at), width: 190 },
    { id: 'act', title: texts.act, render: ({ act }) => actText(act), width: 200 },
    {
      id: 'decision',
      title: texts.decision,
      render: ({ decision }) => (
        <Tag tone={decision === 'granted' ? 'good' : 'bad'}>{texts.decisions[decision]}</Tag>
      ),
      width: 110,
    },
    { id: 'actor', title: texts.actor, render: actor, width: 150 },
    {
      id: 'object',
      title: texts.object,
      render: ({ documentID, subject, kid }) =>
        documentID ?? (subject === null ? (kid ?? common.none) : nameOfID(subject)),
      width: 300,
    },
    { id: 'sequence', title: texts.sequence, render: ({ sequence }) => String(sequence), width: 90 },
  ];
  const opened = rows?.find(({ sequence }) => String(sequence) === details.id);
  return (
    <Page title={title} lead={lead} actions={<ChainBar scope={scope} />}>
      <AuditFilters scope={scope} list={list} />
      <DataTable
        name="audit"
        label={title}
        columns={columns}
        rowID={({ sequence }) => String(sequence)}
        data={rows === undefined ? undefined : { total: rows.length, data: rows }}
        error={records.error}
        isRefreshing={records.isFetching}
        state={list}
        onRetry={() => void records.refetch()}
        onOpen={details.open}
        empty={{ title: texts.emptyTitle, hint: texts.emptyHint }}
        footer={
          <div className={styles.more}>
            <output>{texts.shown(rows?.length ?? 0)}</output>
            {records.hasNextPage ? (
              <Button isPending={records.isFetchingNextPage} onPress={() => void records.fetchNextPage()}>
                {texts.older}
              </Button>
            ) : null}
          </div>
        }
      />
      {opened ? (
        <RecordDrawer
          scope={scope}
          record={opened}
          title={actText(opened.act)}
          actor={actor(opened)}
          nameOfID={nameOfID}
          onClose={details.close}
        />
      ) : null}
    </Page>
  );
}
