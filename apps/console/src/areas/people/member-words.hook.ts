import { useTexts } from '../../i18n/index.ts';
import { useDepartments, useRoles } from '../../platform/directory.queries.ts';
import type { MembershipValues } from './member-values.rules.ts';

/** Returns a function that puts a membership in words, field by field. */
export function useMembershipWords(
  tid: string,
): (values: MembershipValues) => readonly (readonly [label: string, text: string])[] {
  const { people: texts, rights } = useTexts();
  const roles = useRoles(tid);
  const departments = useDepartments(tid);
  const named = (ids: readonly string[], nameOf: (id: string) => string | undefined) =>
    ids.map((id) => nameOf(id) ?? id).join(texts.separator);
  return (values) => [
    [texts.name, values.name],
    [
      texts.department,
      departments.data?.find(({ orgID }) => orgID === values.orgID)?.name ?? values.orgID ?? '',
    ],
    [texts.roles, named(values.roles, (id) => roles.data?.find(({ roleID }) => roleID === id)?.name)],
    [texts.form.rights, named(values.rights, (id) => rights.names[id])],
    [texts.form.deny, named(values.deny, (id) => rights.names[id])],
  ];
}
