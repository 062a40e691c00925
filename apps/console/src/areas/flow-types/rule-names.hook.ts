import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../platform/api.hook.ts';
import type { NamesOf } from './stage-words.rules.ts';

const choicesCall = 'GET /api/v1/tenants/{tid}/admin/rule-choices';

type Option = { readonly id: string; readonly label: string };

/** What the rules of a process can name, as options of fields. */
export type RuleChoices = {
  readonly roles: readonly Option[];
  readonly organisations: readonly Option[];
  readonly classifications: readonly Option[];
};

/** The roles, departments and classifications that a process can name; empty until they are loaded. */
export function useRuleChoices(tid: string): RuleChoices {
  const api = useApi();
  const { data } = useQuery({
    queryKey: ['flowTypes', tid, 'rule-choices'],
    queryFn: async ({ signal }) => (await api.call(choicesCall, { params: { tid }, signal })).data,
  });
  return {
    roles: (data?.roles ?? []).map(({ roleID, name }) => ({ id: roleID, label: name })),
    classifications: (data?.classifications ?? []).map(({ id, name }) => ({ id, label: name })),
    organisations: (data?.organisations ?? []).map(({ orgID, name }) => ({ id: orgID, label: name })),
  };
}

/** The names of roles, departments and people. */
export function useNamesOf(tid: string, person: NamesOf['person']): NamesOf {
  const { roles, organisations, classifications } = useRuleChoices(tid);
  const nameIn = (options: readonly Option[]) => (id: string) =>
    options.find((one) => one.id === id)?.label ?? id;
  return {
    person,
    role: nameIn(roles),
    organisation: nameIn(organisations),
    classification: nameIn(classifications),
  };
}
