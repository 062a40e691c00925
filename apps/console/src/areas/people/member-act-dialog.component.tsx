import { type ReactNode, useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { ConfirmDialog } from '../../kit/confirm-dialog.component.tsx';
import { PersonInput } from '../../kit/person-input.component.tsx';
import { saveFile } from '../../kit/save-file.util.ts';
import { showToast } from '../../kit/toasts.store.ts';
import { useMemberActs } from './member-acts.hook.ts';
import { type Member, useRefreshPeople } from './people.queries.ts';

export type MemberAct =
  | 'suspend'
  | 'reactivate'
  | 'endSessions'
  | 'requestReset'
  | 'resend'
  | 'withdraw'
  | 'exportData'
  | 'end'
  | 'erase';

/** The acts that fit the state of a member. Personal data needs the right to administer the organisation. */
export function memberActsOf(member: Member, isAdministrator: boolean): readonly MemberAct[] {
  const data = isAdministrator ? (['exportData'] as const) : [];
  if (member.state === 'invited') return ['resend', 'withdraw'];
  if (member.state === 'ended') return [...data, ...(isAdministrator ? (['erase'] as const) : [])];
  const switching = member.state === 'active' ? 'suspend' : 'reactivate';
  return [switching, 'endSessions', 'requestReset', ...data, 'end'];
}

type MemberActDialogProps = {
  readonly tid: string;
  readonly member: Member;
  readonly act: MemberAct;
  /** Whether documents can be handed over. */
  readonly canTransfer: boolean;
  readonly onClose: () => void;
};

/** Asks before an act on a member and says what it affects. */
export function MemberActDialog({ tid, member, act, canTransfer, onClose }: MemberActDialogProps) {
  const { people: texts, common } = useTexts();
  const acts = useMemberActs(tid);
  const refresh = useRefreshPeople(tid);
  const [successor, setSuccessor] = useState<{ fid: string; name: string } | null>(null);
  const { fid, name, state } = member;
  const { done, explain } = texts;
  const setState = (next: 'active' | 'suspended') => acts.change(fid, { state: next });

  /** What an act affects, its request, and the text after it. */
  const byAct: Record<MemberAct, readonly [ReactNode, () => Promise<unknown>, string]> = {
    suspend: [explain.suspend, () => setState('suspended'), done.suspended(name)],
    reactivate: [explain.reactivate, () => setState('active'), done.reactivated(name)],
    endSessions: [explain.endSessions, () => acts.endSessions(fid), done.sessionsEnded],
    requestReset: [explain.requestReset, () => acts.requestReset(fid), done.resetRequested],
    resend: [member.email ?? name, () => acts.resendInvitation(fid), done.resent],
    withdraw: [explain.withdraw, () => acts.end(fid, null), done.withdrawn],
    exportData: [
      explain.exportData,
      async () => saveFile(`${fid}.json`, await acts.exportData(fid)),
      done.exported,
    ],
    end: [explain.end, () => acts.end(fid, successor?.fid ?? null), done.ended(name)],
    erase: [explain.erase, () => acts.erase(fid, name), done.erased],
  };
  const [explanation, request, doneText] = byAct[act];
  const isTyped = act === 'end' || act === 'erase';
  return (
    <ConfirmDialog
      title={`${texts.acts[act]} · ${name}`}
      confirmLabel={texts.acts[act]}
      isDanger={isTyped || act === 'requestReset'}
      {...(isTyped ? { typedName: name } : {})}
      onConfirm={async () => {
        await request();
        await refresh();
        const undo = { label: common.undo, onPress: () => void setState('active').then(refresh) };
        showToast({
          color: 'success',
          text: doneText,
          ...(act === 'suspend' && state === 'active' ? { action: undo } : {}),
        });
      }}
      onClose={onClose}
    >
      <p>{explanation}</p>
      {act === 'end' && canTransfer ? (
        <PersonInput
          tid={tid}
          label={explain.successor}
          hint={explain.successorHint}
          value={successor}
          onChange={setSuccessor}
          without={[fid]}
        />
      ) : null}
    </ConfirmDialog>
  );
}
