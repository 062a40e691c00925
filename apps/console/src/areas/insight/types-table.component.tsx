import { useTexts } from '../../i18n/index.ts';
import { CsvExport } from '../../kit/csv-export.component.tsx';
import { DataTable, type TableColumn, tableOf } from '../../kit/data-table.component.tsx';
import { useListState, useOpenDetails } from '../../kit/list-state.hook.ts';
import { FilterBar } from '../../kit/page.component.tsx';
import { useFormat } from '../../platform/format.hook.ts';
import { useStageName, useWaitText } from './insight.hook.ts';
import styles from './insight.module.css';
import { type Days, type TypeInsight, useTypeInsight } from './insight.queries.ts';
import { bottleneckOf, escalatedOf, overdueOf, sortTypes } from './insight.rules.ts';
import { ShareBar } from './share-bar.component.tsx';
import { TypeDrawer } from './type-drawer.component.tsx';

type TypesTableProps = { readonly tid: string; readonly days: Days };

/** The application types with their times and the stage in which they wait the longest. */
export function TypesTable({ tid, days }: TypesTableProps) {
  const texts = useTexts().insight;
  const list = useListState('-open');
  const details = useOpenDetails();
  const found = useTypeInsight(tid, days);
  const columns = useColumns();
  const waitText = useWaitText();
  const stageName = useStageName();
  const sorted = sortTypes(found.data ?? [], list.sort, (one, other) => one.localeCompare(other));
  const total = sorted.length;
  const { skip, limit } = list.query;
  const data = found.data && { total, data: sorted.slice(skip, skip + limit) };
  const open = sorted.find(({ type }) => type === details.id);
  return (
    <>
      <FilterBar>
        <CsvExport
          name="insight-types"
          columns={[
            { title: texts.type, value: ({ name }: TypeInsight) => name },
            { title: texts.open, value: (one) => one.open },
            { title: texts.finished, value: (one) => one.finished },
            { title: texts.rejected, value: ({ rejected }) => rejected },
            { title: texts.canceled, value: ({ canceled }) => canceled },
            { title: texts.terminated, value: ({ terminated }) => terminated },
            { title: texts.median, value: ({ median }) => waitText(median) },
            { title: texts.percentile90, value: ({ percentile90 }) => waitText(percentile90) },
            { title: texts.returned, value: ({ returned }) => returned.count },
            { title: texts.bottleneck, value: (one) => nameOf(bottleneckOf(one), stageName) },
            { title: texts.overdue, value: overdueOf },
            { title: texts.escalated, value: escalatedOf },
          ]}
          load={async () => ({ total, data: sorted })}
        />
      </FilterBar>
      <DataTable
        name="insight-types"
        label={texts.types}
        columns={columns}
        rowID={({ type }) => type}
        {...tableOf({ ...found, data })}
        state={{ ...list, isFiltered: false }}
        onOpen={details.open}
        empty={{ title: texts.emptyTypes, hint: texts.emptyTypesHint }}
      />
      {open ? <TypeDrawer type={open} onClose={details.close} /> : null}
    </>
  );
}

type Stage = ReturnType<typeof bottleneckOf>;

const nameOf = (stage: Stage, stageName: ReturnType<typeof useStageName>) =>
  stage === undefined ? '' : stageName(stage);

function useColumns(): readonly TableColumn<TypeInsight>[] {
  const texts = useTexts().insight;
  const format = useFormat();
  const waitText = useWaitText();
  return [
    { id: 'name', title: texts.type, sortField: 'name', render: ({ name }) => name, width: 170 },
    {
      id: 'open',
      title: texts.open,
      sortField: 'open',
      render: ({ open }) => format.number(open),
      width: 100,
    },
    {
      id: 'finished',
      title: texts.finished,
      sortField: 'finished',
      render: ({ finished }) => format.number(finished),
      width: 110,
    },
    {
      id: 'median',
      title: texts.median,
      sortField: 'median',
      render: ({ median }) => waitText(median),
      width: 130,
    },
    {
      id: 'percentile90',
      title: texts.percentile90,
      sortField: 'percentile90',
      render: ({ percentile90 }) => waitText(percentile90),
      width: 150,
    },
    { id: 'bottleneck', title: texts.bottleneck, render: (one) => <Bottleneck type={one} />, width: 210 },
    {
      id: 'overdue',
      title: texts.overdue,
      sortField: 'overdue',
      render: (one) => texts.overdueEscalated(overdueOf(one), escalatedOf(one)),
      width: 170,
    },
    {
      id: 'returned',
      title: texts.returned,
      render: ({ returned }) => format.number(returned.count),
      width: 110,
      isHidden: true,
    },
  ];
}

function Bottleneck({ type }: { readonly type: TypeInsight }) {
  const stageName = useStageName();
  const stage = bottleneckOf(type);
  if (stage === undefined) return null;
  return (
    <>
      <span className={styles.name}>{stageName(stage)}</span>
      <ShareBar share={stage.share} />
    </>
  );
}
