import { useTexts } from '../../i18n/index.ts';
import { Facts, Section } from '../../kit/page.component.tsx';
import { useRoles } from '../../platform/directory.queries.ts';
import { rightsWithSources } from './member-values.rules.ts';
import type { Member } from './people.queries.ts';

/** The effective rights of a member with the roles that they come from, and the denials. */
export function MemberRights({ tid, member }: { readonly tid: string; readonly member: Member }) {
  const { people: texts, rights } = useTexts();
  const roles = useRoles(tid);
  const held = rightsWithSources(member, roles.data ?? []);
  const nameOf = (right: string) => rights.names[right] ?? right;
  return (
    <>
      <Section title={texts.tabs.rights}>
        <p>{texts.rightsLead}</p>
        {held.length === 0 ? (
          <p>{texts.noRightsHeld}</p>
        ) : (
          <Facts
            facts={held.map(({ right, roles: sources, isGranted }) => [
              nameOf(right),
              [...sources.map((name) => texts.fromRole(name)), ...(isGranted ? [texts.fromGrant] : [])].join(
                texts.separator,
              ),
            ])}
          />
        )}
      </Section>
      {member.deny.length === 0 ? null : (
        <Section title={texts.denied}>
          <p>{member.deny.map(nameOf).join(texts.separator)}</p>
        </Section>
      )}
    </>
  );
}
