import { errorText, isErrorCode } from '@sealflow/domain/errors';
import { useCallback } from 'react';
import { useLanguage, useTexts } from '../../../i18n/index.ts';
import { CsvExport } from '../../../kit/csv-export.component.tsx';
import { DataTable } from '../../../kit/data-table.component.tsx';
import { useListState } from '../../../kit/list-state.hook.ts';
import { FilterBar, Section, Tag } from '../../../kit/page.component.tsx';
import { SelectInput } from '../../../kit/select-input.component.tsx';
import { useApi } from '../../../platform/api.hook.ts';
import {
  type ImportedRowResult,
  type ImportOutcome,
  importRowsCall,
  isInProgress,
  type PeopleImport,
  useImportRows,
} from './imports.queries.ts';

const outcomes = ['failed', 'added', 'changed', 'unchanged', 'pending'] as const;
const toneOf = {
  pending: 'neutral',
  added: 'good',
  changed: 'good',
  unchanged: 'neutral',
  failed: 'bad',
} as const;

type RowError = { readonly code: string; readonly field: string | null; readonly params: object };

/** The result of each row, with a filter and a file of the faulty ones. */
export function ImportRows({ tid, one }: { readonly tid: string; readonly one: PeopleImport }) {
  const { imports: texts, common, people } = useTexts();
  const api = useApi();
  const list = useListState();
  const errorsText = useErrorsText();
  const outcome = outcomes.find((each) => each === list.filter('outcome'));
  const { skip, limit } = list.query;
  const { importID } = one;
  const rows = useImportRows(tid, {
    importID,
    query: { skip, limit, ...(outcome ? { outcome } : {}) },
    // The rows change while the service works on them.
    version: isInProgress(one.state) ? `${one.state}:${one.done}` : one.state,
  });
  return (
    <Section title={texts.rowsTitle}>
      <FilterBar>
        <SelectInput
          label={texts.outcome}
          value={outcome ?? ''}
          onChange={(next: ImportOutcome | '') => list.change({ outcome: next })}
          options={[
            { id: '' as const, label: common.all },
            ...outcomes.map((id) => ({ id, label: texts.outcomes[id] })),
          ]}
        />
        {one.failed === 0 ? null : (
          <CsvExport
            name={`${one.name}-${texts.outcomes.failed}`}
            label={texts.faultyCsv}
            columns={[
              { title: texts.row, value: ({ row }: ImportedRowResult) => row },
              { title: people.name, value: ({ name }) => name },
              { title: texts.errors, value: ({ errors }) => errorsText(errors) },
            ]}
            load={(page, signal) =>
              api.call(importRowsCall, {
                params: { tid, importID },
                query: { ...page, outcome: 'failed' },
                signal,
              })
            }
          />
        )}
      </FilterBar>
      <DataTable
        name="import-rows"
        label={texts.rowsTitle}
        columns={[
          { id: 'row', title: texts.row, render: ({ row }) => row, width: 90 },
          { id: 'name', title: people.name, render: ({ name }) => name, width: 180 },
          {
            id: 'outcome',
            title: texts.outcome,
            render: (row) => <Tag tone={toneOf[row.outcome]}>{texts.outcomes[row.outcome]}</Tag>,
            width: 110,
          },
          { id: 'errors', title: texts.errors, render: ({ errors }) => errorsText(errors), width: 420 },
        ]}
        rowID={({ row }) => String(row)}
        data={rows.data}
        error={rows.error}
        state={list}
        onRetry={() => void rows.refetch()}
        empty={{ title: texts.noRows, hint: '' }}
      />
    </Section>
  );
}

function useErrorsText() {
  const { imports: texts, people } = useTexts();
  const language = useLanguage();
  return useCallback(
    (errors: readonly RowError[]) =>
      errors
        .map(({ code, field, params }) => {
          const reason = isErrorCode(code)
            ? errorText(code, language === 'zh' ? 'cn' : 'en', params as Record<string, string | number>)
            : code;
          const fieldName = Object.entries(texts.fields).find(([name]) => name === field)?.[1];
          return fieldName === undefined ? reason : `${fieldName}: ${reason}`;
        })
        .join(people.separator),
    [language, texts, people],
  );
}
