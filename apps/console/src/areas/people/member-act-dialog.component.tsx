import { type ReactNode, useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { ConfirmDialog } from '../../kit/confirm-dialog.component.tsx';
import { VersionsDialog } from '../../kit/conflict-dialog.component.tsx';
import { TextInput } from '../../kit/fields.component.tsx';
import { PersonInput } from '../../kit/person-input.component.tsx';
import { saveFile } from '../../kit/save-file.util.ts';
import { showToast } from '../../kit/toasts.store.ts';
import { useVersions } from '../../kit/versions.hook.ts';
import { type MemberVersion, useMemberActs } from './member-acts.hook.ts';
import { valuesOf } from './member-values.rules.ts';
import { useMembershipWords } from './member-words.hook.ts';
import { type Member, useHoldings, useRefreshPeople } from './people.queries.ts';

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
  readonly version: MemberVersion;
  readonly act: MemberAct;
  /** Whether documents can be handed over. */
  readonly canTransfer: boolean;
  readonly onClose: () => void;
};

/** Asks before an act on a member and says what it affects. */
export function MemberActDialog({ tid, version, act, canTransfer, onClose }: MemberActDialogProps) {
  const { people: texts, common } = useTexts();
  const acts = useMemberActs(tid);
  const refresh = useRefreshPeople(tid);
  const [successor, setSuccessor] = useState<{ fid: string; name: string } | null>(null);
  const holdings = useHoldings(tid, version.value.fid, act === 'end' && canTransfer);
  const [reason, setReason] = useState(texts.explain.reasonText(version.value.name));
  const wordsOf = useMembershipWords(tid);
  const { fid } = version.value;
  const versions = useVersions(version, { read: () => acts.read(fid) });
  const member = versions.base.value;
  const { name, state } = member;
  const { done, explain } = texts;
  const setState = (next: 'active' | 'suspended', tag: string) => acts.change(fid, { state: next }, tag);

  const endMembership = async (tag: string) => {
    const { documents, tasks, tasksLeft } = await acts.end(fid, successor?.fid ?? null, { tag, reason });
    if (successor !== null) showToast({ color: 'info', text: done.handedOver(documents, tasks, tasksLeft) });
  };

  /** What an act affects, its request, and the text after it. */
  const byAct: Record<MemberAct, readonly [ReactNode, (tag: string) => Promise<unknown>, string]> = {
    suspend: [explain.suspend, (tag) => setState('suspended', tag), done.suspended(name)],
    reactivate: [explain.reactivate, (tag) => setState('active', tag), done.reactivated(name)],
    endSessions: [explain.endSessions, () => acts.endSessions(fid), done.sessionsEnded],
    requestReset: [explain.requestReset, () => acts.requestReset(fid), done.resetRequested],
    resend: [member.email ?? name, () => acts.resendInvitation(fid), done.resent],
    withdraw: [explain.withdraw, (tag) => acts.end(fid, null, { tag, reason: '' }), done.withdrawn],
    exportData: [
      explain.exportData,
      async () => saveFile(`${fid}.json`, await acts.exportData(fid)),
      done.exported,
    ],
    end: [explain.end, endMembership, done.ended(name)],
    erase: [explain.erase, () => acts.erase(fid, name), done.erased],
  };
  const [explanation, request, doneText] = byAct[act];
  const isTyped = act === 'end' || act === 'erase';
  const finish = async () => {
    await refresh();
    const reactivate = async () => setState('active', (await acts.read(fid)).tag).then(refresh);
    const undo = { label: common.undo, onPress: () => void reactivate() };
    showToast({
      color: 'success',
      text: doneText,
      ...(act === 'suspend' && state === 'active' ? { action: undo } : {}),
    });
  };
  if (versions.theirs !== null) {
    return (
      <VersionsDialog
        versions={versions}
        wordsOf={(one) => [[texts.state, texts.states[one.state]], ...wordsOf(valuesOf(one))]}
        act={texts.acts[act]}
        onWritten={() => void finish().then(onClose)}
        onTaken={onClose}
      />
    );
  }
  return (
    <ConfirmDialog
      title={`${texts.acts[act]} · ${name}`}
      confirmLabel={texts.acts[act]}
      isDanger={isTyped || act === 'requestReset'}
      {...(isTyped ? { typedName: name } : {})}
      onConfirm={async () => {
        const isDone = await versions.attempt(({ tag }) => request(tag));
        if (isDone) await finish();
        return isDone;
      }}
      onClose={onClose}
    >
      <p>{explanation}</p>
      {act === 'end' && canTransfer ? (
        <>
          {holdings.data === undefined ? null : (
            <p>{explain.holdings(holdings.data.documents, holdings.data.tasks)}</p>
          )}
          <PersonInput
            tid={tid}
            label={explain.successor}
            hint={explain.successorHint}
            value={successor}
            onChange={setSuccessor}
            without={[fid]}
          />
          {successor === null ? null : (
            <TextInput label={explain.reason} value={reason} onChange={setReason} maxLength={500} />
          )}
        </>
      ) : null}
    </ConfirmDialog>
  );
}
