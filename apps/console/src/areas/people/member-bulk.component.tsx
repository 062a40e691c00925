import { useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import type { BulkOutcome } from '../../kit/bulk.types.ts';
import { BulkBar } from '../../kit/bulk-bar.component.tsx';
import { BulkDialog } from '../../kit/bulk-dialog.component.tsx';
import { Button } from '../../kit/button.component.tsx';
import { ComboInput } from '../../kit/combo-input.component.tsx';
import { TextInput } from '../../kit/fields.component.tsx';
import { useDepartments, useRoles } from '../../platform/directory.queries.ts';
import { type BulkAction, useMemberActs } from './member-acts.hook.ts';
import { type Member, useRefreshPeople } from './people.queries.ts';

const bulkActs = ['suspend', 'reactivate', 'move', 'assignRole', 'resend', 'end'] as const;
type BulkAct = (typeof bulkActs)[number];

type MemberBulkProps = {
  readonly tid: string;
  readonly selected: readonly Member[];
  readonly onChange: (ids: Set<string>) => void;
};

/** The acts on the selected members. Those for which an act failed stay selected. */
export function MemberBulk({ tid, selected, onChange }: MemberBulkProps) {
  const { people: texts } = useTexts();
  const refresh = useRefreshPeople(tid);
  const [act, setAct] = useState<BulkAct | null>(null);
  // The rows disappear from the selection while their results are still shown.
  const [asked, setAsked] = useState<readonly Member[]>([]);
  const start = (next: BulkAct) => {
    setAsked(selected);
    setAct(next);
  };
  return (
    <>
      <BulkBar count={selected.length} onClear={() => onChange(new Set())}>
        {bulkActs.map((one) => (
          <Button key={one} kind={one === 'end' ? 'danger' : 'plain'} onPress={() => start(one)}>
            {texts.acts[one]}
          </Button>
        ))}
      </BulkBar>
      {act === null ? null : (
        <MemberBulkDialog
          tid={tid}
          act={act}
          members={asked}
          onDone={(outcomes) => {
            onChange(new Set(outcomes.filter(({ error }) => error !== null).map(({ id }) => id)));
            void refresh();
          }}
          onClose={() => setAct(null)}
        />
      )}
    </>
  );
}

type MemberBulkDialogProps = {
  readonly tid: string;
  readonly act: BulkAct;
  readonly members: readonly Member[];
  readonly onDone: (outcomes: readonly BulkOutcome[]) => void;
  readonly onClose: () => void;
};

function MemberBulkDialog({ tid, act, members, onDone, onClose }: MemberBulkDialogProps) {
  const { people: texts } = useTexts();
  const acts = useMemberActs(tid);
  const departments = useDepartments(tid);
  const roles = useRoles(tid);
  const [target, setTarget] = useState<string | null>(null);
  const [typed, setTyped] = useState('');
  const needsTarget = act === 'move' || act === 'assignRole';
  const isDisabled =
    (needsTarget && target === null) || (act === 'end' && typed.trim() !== String(members.length));
  const action: Record<BulkAct, BulkAction> = {
    suspend: { kind: 'suspend' },
    reactivate: { kind: 'reactivate' },
    move: { kind: 'move', orgID: target },
    assignRole: { kind: 'add-role', roleID: target ?? '' },
    resend: { kind: 'resend-invitation' },
    end: { kind: 'end' },
  };
  return (
    <BulkDialog
      title={texts.bulk.title(texts.acts[act], members.length)}
      confirmLabel={texts.acts[act]}
      isDanger={act === 'end'}
      isDisabled={isDisabled}
      items={members.map(({ fid, name }) => ({ id: fid, name }))}
      act={(ids) => acts.changeMany(ids, action[act])}
      onDone={onDone}
      onClose={onClose}
    >
      {act === 'resend' ? null : <p>{texts.explain[act]}</p>}
      {needsTarget ? (
        <ComboInput
          label={act === 'move' ? texts.department : texts.roles}
          value={target}
          onChange={setTarget}
          options={
            act === 'move'
              ? (departments.data ?? []).map(({ orgID, name }) => ({ id: orgID, label: name }))
              : (roles.data ?? []).map(({ roleID, name }) => ({ id: roleID, label: name }))
          }
        />
      ) : null}
      {act === 'end' ? (
        <TextInput label={texts.bulk.typeCount} inputMode="numeric" value={typed} onChange={setTyped} />
      ) : null}
    </BulkDialog>
  );
}
