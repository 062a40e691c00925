import { useTexts } from '../../i18n/index.ts';
import { Facts, Section, Tag } from '../../kit/page.component.tsx';
import { useTimeText } from '../../kit/time.hook.ts';
import type { Member } from './people.queries.ts';

export const toneOf = { active: 'good', invited: 'neutral', suspended: 'warning', ended: 'bad' } as const;

/** Returns a function for the last sign-in of a member, which is known of accounts that the organisation manages. */
export function useLastSignInText(): (member: Member) => string {
  const { people: texts } = useTexts();
  const timeText = useTimeText();
  return ({ account }) => {
    if (account === null) return texts.notManaged;
    return account.lastSignInAt === null ? texts.neverSignedIn : timeText(account.lastSignInAt);
  };
}

/** Who a member is, and the state of the invitation. */
export function MemberFacts({ member }: { readonly member: Member }) {
  const { people: texts, common } = useTexts();
  const timeText = useTimeText();
  const signInText = useLastSignInText();
  const { invitation, account } = member;
  const state = <Tag tone={toneOf[member.state]}>{texts.states[member.state]}</Tag>;
  return (
    <>
      <Facts
        facts={[
          [texts.state, state],
          [texts.fid, member.fid],
          [texts.department, member.organisation?.name ?? common.none],
          [texts.roles, member.roles.map(({ name }) => name).join(texts.separator) || common.none],
          [texts.mobileNo, member.mobileNo ?? common.none],
          [texts.email, member.email ?? common.none],
          [texts.createdAt, timeText(member.createAt)],
          ...(account === null ? [] : [[texts.account, texts.accountStates[account.state]] as const]),
          [texts.lastSignIn, signInText(member)],
        ]}
      />
      {invitation === null ? null : (
        <Section title={texts.invitation}>
          <Facts
            facts={[
              [
                texts.state,
                `${texts.invitationStates[invitation.state]}${
                  invitation.state === 'open'
                    ? `${texts.separator}${texts.invitationUntil(timeText(invitation.expireAt))}`
                    : ''
                }`,
              ],
              ...(invitation.username === null
                ? []
                : ([[texts.form.username, invitation.username]] as const)),
            ]}
          />
        </Section>
      )}
    </>
  );
}
