import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { useLanguage, useTexts } from '../../i18n/index.ts';
import { FilterBar } from '../../kit/page.component.tsx';
import { SelectInput } from '../../kit/select-input.component.tsx';
import { StatePane } from '../../kit/state-pane.component.tsx';
import { Charts, TimeChart } from '../../kit/time-chart.component.tsx';
import { useFormat } from '../../platform/format.hook.ts';
import { type MetricsPoint, useMetrics } from './health.queries.ts';

const ranges = ['hours', 'day', 'month'] as const;
type Range = (typeof ranges)[number];
type MetricName = Exclude<keyof MetricsPoint, 'at'>;

const metrics: readonly MetricName[] = [
  'requests',
  'errors',
  'p95Ms',
  'loopLagMs',
  'memoryBytes',
  'connections',
  'queueDepth',
];
/** Counts that add up over time; the others are levels. */
const totals: ReadonlySet<MetricName> = new Set(['requests', 'errors']);
const measures: ReadonlySet<MetricName> = new Set(['p95Ms', 'loopLagMs', 'memoryBytes']);

const allNodes = 'all';

/** The metrics of all nodes or of one, over a chosen time. */
export function MetricsTab({ nodes }: { readonly nodes: readonly string[] }) {
  const { health: texts } = useTexts();
  const [params, setParams] = useSearchParams();
  const range: Range = ranges.find((name) => name === params.get('range')) ?? 'hours';
  const node = params.get('node');
  const found = useMetrics({ range, ...(node === null ? {} : { node }) });
  const change = (name: string, value: string | null) =>
    setParams((present) => {
      const next = new URLSearchParams(present);
      if (value === null) next.delete(name);
      else next.set(name, value);
      return next;
    });
  const names = [...new Set([...nodes, ...(node === null ? [] : [node])])];
  return (
    <div className="stack">
      <FilterBar>
        <SelectInput
          label={texts.range}
          value={range}
          onChange={(name) => change('range', name === 'hours' ? null : name)}
          options={ranges.map((name) => ({ id: name, label: texts.ranges[name] }))}
        />
        <SelectInput
          label={texts.node}
          value={node ?? allNodes}
          onChange={(name) => change('node', name === allNodes ? null : name)}
          options={[
            { id: allNodes, label: texts.allNodes },
            ...names.map((name) => ({ id: name, label: name })),
          ]}
        />
      </FilterBar>
      {found.error !== null && found.data === undefined ? (
        <StatePane kind="error" error={found.error} onRetry={() => void found.refetch()} />
      ) : null}
      {found.isLoading ? <StatePane kind="loading" /> : null}
      {found.data?.points.length === 0 ? (
        <StatePane kind="empty" title={texts.noMetrics} hint={texts.noMetricsHint} />
      ) : null}
      {found.data === undefined || found.data.points.length === 0 ? null : (
        <Charts>
          {metrics.map((name) => (
            <MetricChart key={name} name={name} range={range} points={found.data.points} />
          ))}
        </Charts>
      )}
    </div>
  );
}

type MetricChartProps = {
  readonly name: MetricName;
  readonly range: Range;
  readonly points: readonly MetricsPoint[];
};

function MetricChart({ name, range, points }: MetricChartProps) {
  const { health: texts } = useTexts();
  const { time: formatTime } = useFormat();
  const formatValue = useValueFormat(name);
  const formatTick = useTickFormat(range);
  const { times, values } = useMemo(
    () => ({ times: points.map(({ at }) => at), values: points.map((point) => point[name]) }),
    [points, name],
  );
  const most = Math.max(...values);
  const mostTime = formatTime(times[values.indexOf(most)] ?? 0);
  const total = values.reduce((sum, value) => sum + value, 0);
  const summary = totals.has(name)
    ? texts.totalSummary(formatValue(total), formatValue(most), mostTime)
    : texts.levelSummary(formatValue(values.at(-1) ?? 0), formatValue(most), mostTime);
  return (
    <TimeChart
      title={texts.metrics[name]}
      summary={most === 0 ? texts.zeroSummary : summary}
      timeLabel={texts.time}
      times={times}
      values={values}
      isCount={!measures.has(name)}
      formatTime={formatTime}
      formatTick={formatTick}
      formatValue={formatValue}
    />
  );
}

function useValueFormat(name: MetricName): (value: number) => string {
  const { health: texts } = useTexts();
  const { number, size } = useFormat();
  return useMemo(() => {
    if (name === 'memoryBytes') return size;
    return name.endsWith('Ms') ? (value: number) => texts.milliseconds(number(value)) : number;
  }, [name, texts, number, size]);
}

function useTickFormat(range: Range): (time: number) => string {
  const language = useLanguage();
  return useMemo(() => {
    const fields =
      range === 'month'
        ? ({ month: 'numeric', day: 'numeric' } as const)
        : ({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const);
    const format = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : 'zh-CN', fields);
    return (time) => format.format(time);
  }, [language, range]);
}
