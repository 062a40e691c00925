import { auditActs } from '@sealflow/domain/audit-acts';
import { useTexts } from '../../i18n/index.ts';
import { ComboInput } from '../../kit/combo-input.component.tsx';
import { DateRangeInput } from '../../kit/date-range-input.component.tsx';
import type { ListState } from '../../kit/list-state.hook.ts';
import { FilterBar } from '../../kit/page.component.tsx';
import { PersonInput } from '../../kit/person-input.component.tsx';
import { SavedFilters } from '../../kit/saved-filters.component.tsx';
import { SearchInput } from '../../kit/search-input.component.tsx';
import { SelectInput } from '../../kit/select-input.component.tsx';
import { useNames } from '../../platform/names.queries.ts';
import type { AuditScope } from './audit.queries.ts';

type AuditFiltersProps = { readonly scope: AuditScope; readonly list: ListState };

const all = 'all';

/** The filters of the audit by person, act, document, other object, decision and time. */
export function AuditFilters({ scope, list }: AuditFiltersProps) {
  const { audit: texts, auditActTexts, common } = useTexts();
  const fid = list.filter('fid');
  const nameOf = useNames(scope ?? '', [fid ?? null]);
  const decision = list.filter('decision');
  const from = list.filter('from');
  const to = list.filter('to');
  return (
    <FilterBar>
      <ComboInput
        label={texts.act}
        placeholder={common.all}
        value={list.filter('act') ?? null}
        onChange={(act) => list.change({ act: act ?? undefined })}
        options={auditActs.map((act) => ({ id: act, label: auditActTexts[act] }))}
      />
      {scope === null ? null : (
        <PersonInput
          tid={scope}
          label={texts.actor}
          placeholder={common.all}
          value={fid === undefined ? null : { fid, name: nameOf(fid) }}
          onChange={(person) => list.change({ fid: person?.fid })}
        />
      )}
      <SelectInput
        label={texts.decision}
        value={decision === 'granted' || decision === 'refused' ? decision : all}
        onChange={(value) => list.change({ decision: value === all ? undefined : value })}
        options={[
          { id: all, label: common.all },
          { id: 'granted', label: texts.decisions.granted },
          { id: 'refused', label: texts.decisions.refused },
        ]}
      />
      <DateRangeInput
        label={texts.time}
        value={from === undefined || to === undefined ? null : { from, to }}
        onChange={(range) => list.change({ from: range?.from, to: range?.to })}
      />
      <SearchInput
        label={texts.documentID}
        value={list.filter('documentID') ?? ''}
        onChange={(documentID) => list.change({ documentID })}
      />
      <SearchInput
        label={texts.objectID}
        value={list.filter('subject') ?? ''}
        onChange={(subject) => list.change({ subject })}
      />
      <SavedFilters name={`audit:${scope ?? ''}`} list={list} />
    </FilterBar>
  );
}
