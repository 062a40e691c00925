import { useTexts } from '../../i18n/index.ts';
import { ComboInput } from '../../kit/combo-input.component.tsx';
import type { ListState } from '../../kit/list-state.hook.ts';
import { FilterBar } from '../../kit/page.component.tsx';
import { SavedFilters } from '../../kit/saved-filters.component.tsx';
import { SearchInput } from '../../kit/search-input.component.tsx';
import { SelectInput } from '../../kit/select-input.component.tsx';
import { useDepartments, useRoles } from '../../platform/directory.queries.ts';
import type { MemberFilter } from './people.queries.ts';

const states = ['active', 'invited', 'suspended', 'ended'] as const;

/** States of an account or of an invitation that need attention. */
const accountStates = ['locked', 'closed'] as const;
const invitationStates = ['open', 'expired'] as const;

const sortFields = ['name', 'createAt', 'lastSignInAt', 'state'] as const;
const sorts = sortFields.flatMap((field) => [field, `-${field}`] as const);

/** The filters of the address as the list call takes them. */
export function readPeopleFilter(list: ListState): MemberFilter {
  const state = states.find((one) => one === list.filter('state'));
  const accountState = accountStates.find((one) => one === list.filter('accountState'));
  const invitation = invitationStates.find((one) => one === list.filter('invitation'));
  const [orgID, roleID, account] = ['department', 'role', 'account'].map(list.filter);
  const sort = sorts.find((one) => one === list.query.sort);
  return {
    ...(sort ? { sort } : {}),
    ...(list.keyword === '' ? {} : { keyword: list.keyword }),
    ...(state ? { state } : {}),
    ...(accountState ? { accountState } : {}),
    ...(invitation ? { invitation } : {}),
    ...(orgID === undefined ? {} : { orgID }),
    ...(roleID === undefined ? {} : { roleID }),
    ...(account === undefined ? {} : { account }),
  };
}

/** Search and filters of the list of people. */
export function PeopleFilters({ tid, list }: { readonly tid: string; readonly list: ListState }) {
  const { people: texts, common } = useTexts();
  const departments = useDepartments(tid);
  const roles = useRoles(tid);
  const all = { id: '', label: common.all };
  const options = (items: readonly { id: string; label: string }[]) => [all, ...items];
  return (
    <FilterBar>
      <SearchInput label={texts.search} value={list.keyword} onChange={(q) => list.change({ q })} />
      <SelectInput
        label={texts.state}
        value={list.filter('state') ?? ''}
        onChange={(state) => list.change({ state })}
        options={options(states.map((id) => ({ id, label: texts.states[id] })))}
      />
      <SelectInput
        label={texts.attention}
        value={list.filter('accountState') ?? list.filter('invitation') ?? ''}
        onChange={(name) =>
          list.change({
            accountState: accountStates.find((one) => one === name),
            invitation: invitationStates.find((one) => one === name),
          })
        }
        options={options(
          [...accountStates, ...invitationStates].map((id) => ({ id, label: texts.attentions[id] })),
        )}
      />
      <ComboInput
        key={departments.isSuccess ? 'departments' : 'loading-departments'}
        label={texts.department}
        value={list.filter('department') ?? ''}
        onChange={(department) => list.change({ department: department ?? undefined })}
        options={options((departments.data ?? []).map(({ orgID, name }) => ({ id: orgID, label: name })))}
      />
      <SelectInput
        label={texts.roles}
        value={list.filter('role') ?? ''}
        onChange={(role) => list.change({ role })}
        options={options((roles.data ?? []).map(({ roleID, name }) => ({ id: roleID, label: name })))}
      />
      <SearchInput
        label={texts.searchAccount}
        searchOn="enter"
        value={list.filter('account') ?? ''}
        onChange={(account) => list.change({ account })}
      />
      <SavedFilters name={`people:${tid}`} list={list} />
    </FilterBar>
  );
}
