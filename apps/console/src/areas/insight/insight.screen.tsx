import { useTexts } from '../../i18n/index.ts';
import { DetailTabs } from '../../kit/detail-tabs.component.tsx';
import { useListState } from '../../kit/list-state.hook.ts';
import { FilterBar, Page } from '../../kit/page.component.tsx';
import { SelectInput } from '../../kit/select-input.component.tsx';
import { useTenantID } from '../../shell/tenant.hook.ts';
import type { Days } from './insight.queries.ts';
import { PeopleTable } from './people-table.component.tsx';
import { TypesTable } from './types-table.component.tsx';

const periods = ['30', '90', '365'] as const satisfies readonly Days[];

/** How long applications take and wait by type, and the tasks of each person where the organisation allows it. */
export default function InsightScreen() {
  const { insight: texts, shell } = useTexts();
  const tid = useTenantID();
  const list = useListState();
  const days = periods.find((one) => one === list.filter('days')) ?? '30';
  return (
    <Page title={shell.areas.insight} lead={texts.lead}>
      <FilterBar>
        <SelectInput
          label={texts.period}
          value={days}
          onChange={(value) => list.change({ days: value === '30' ? undefined : value })}
          options={periods.map((id) => ({ id, label: texts.lastDays(Number(id)) }))}
        />
      </FilterBar>
      <DetailTabs
        label={shell.areas.insight}
        tabs={[
          { id: 'types', title: texts.types, content: <TypesTable tid={tid} days={days} /> },
          { id: 'people', title: texts.people, content: <PeopleTable tid={tid} days={days} /> },
        ]}
      />
    </Page>
  );
}
