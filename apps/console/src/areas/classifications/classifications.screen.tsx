import { useSearchParams } from 'react-router';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../kit/button.component.tsx';
import { DataTable, type TableColumn, tableOf } from '../../kit/data-table.component.tsx';
import { DetailTabs } from '../../kit/detail-tabs.component.tsx';
import { useListState, useOpenDetails } from '../../kit/list-state.hook.ts';
import { Page, Tag } from '../../kit/page.component.tsx';
import { useTenantID } from '../../shell/tenant.hook.ts';
import { ClassificationDrawer } from './classification-drawer.component.tsx';
import { type Classification, useClassifications } from './classifications.queries.ts';
import { ClearanceList } from './clearance-list.component.tsx';

const newID = 'new';

/** Classifications with their obligations, and the clearances of members. */
export default function ClassificationsScreen() {
  const { classifications: texts, shell } = useTexts();
  const tid = useTenantID();
  const details = useOpenDetails();
  const [params] = useSearchParams();
  const isClearances = params.get('tab') === 'clearances';
  return (
    <Page
      title={shell.areas.classifications}
      lead={texts.lead}
      actions={
        isClearances ? null : (
          <Button kind="primary" onPress={() => details.open(newID)}>
            {texts.create}
          </Button>
        )
      }
    >
      <DetailTabs
        label={shell.areas.classifications}
        tabs={[
          { id: 'classes', title: texts.classes, content: <ClassificationList tid={tid} /> },
          { id: 'clearances', title: texts.clearances, content: <ClearanceList tid={tid} /> },
        ]}
      />
    </Page>
  );
}

function ClassificationList({ tid }: { readonly tid: string }) {
  const { classifications: texts, common } = useTexts();
  const list = useListState();
  const details = useOpenDetails();
  const { skip, limit } = list.query;
  const found = useClassifications(tid, { skip, limit });
  const yesNo = (value: boolean) => (value ? common.yes : common.no);
  const columns: readonly TableColumn<Classification>[] = [
    {
      id: 'name',
      title: texts.name,
      render: ({ name, isDefault }) => (
        <>
          {name} {isDefault ? <Tag>{texts.isDefault}</Tag> : null}
        </>
      ),
      width: 220,
    },
    { id: 'level', title: texts.level, render: ({ level }) => String(level), width: 90 },
    { id: 'watermark', title: texts.watermark, render: ({ watermark }) => yesNo(watermark), width: 100 },
    { id: 'noDownload', title: texts.noDownload, render: ({ noDownload }) => yesNo(noDownload), width: 120 },
    { id: 'noCapture', title: texts.noCapture, render: ({ noCapture }) => yesNo(noCapture), width: 120 },
    {
      id: 'excludesBrowsers',
      title: texts.excludesBrowsers,
      render: ({ excludesBrowsers }) => yesNo(excludesBrowsers),
      width: 130,
    },
    {
      id: 'lease',
      title: texts.lease,
      render: ({ leaseSeconds }) =>
        leaseSeconds === null ? texts.unlimited : texts.hours(leaseSeconds / 3600),
      width: 140,
    },
  ];
  return (
    <>
      <DataTable
        name="classifications"
        label={texts.classes}
        columns={columns}
        rowID={({ id }) => id}
        {...tableOf(found)}
        state={list}
        onOpen={details.open}
        empty={{ title: texts.emptyTitle, hint: texts.emptyHint }}
      />
      {details.id === null ? null : (
        <ClassificationDrawer
          key={details.id}
          tid={tid}
          id={details.id === newID ? null : details.id}
          onClose={details.close}
        />
      )}
    </>
  );
}
