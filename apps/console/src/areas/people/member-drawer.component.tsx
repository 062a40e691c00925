import { useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { ActionMenu } from '../../kit/action-menu.component.tsx';
import { Button } from '../../kit/button.component.tsx';
import { DetailTabs } from '../../kit/detail-tabs.component.tsx';
import { DeviceList } from '../../kit/device-list.component.tsx';
import { Drawer } from '../../kit/drawer.component.tsx';
import { StatePane } from '../../kit/state-pane.component.tsx';
import { useCan } from '../../platform/access.queries.ts';
import { useMember } from '../../platform/directory.queries.ts';
import { ChangeMember } from './change-member.component.tsx';
import { MemberAbsences } from './member-absences.component.tsx';
import { type MemberAct, MemberActDialog, memberActsOf } from './member-act-dialog.component.tsx';
import type { MemberVersion } from './member-acts.hook.ts';
import { MemberFacts } from './member-facts.component.tsx';
import { MemberRecords } from './member-records.component.tsx';
import { MemberRights } from './member-rights.component.tsx';

type MemberDrawerProps = { readonly tid: string; readonly fid: string; readonly onClose: () => void };

/** The details of a member and the acts on it. */
export function MemberDrawer({ tid, fid, onClose }: MemberDrawerProps) {
  const { people: texts } = useTexts();
  const member = useMember(tid, fid);
  if (member.data !== undefined) return <LoadedDrawer tid={tid} version={member.data} onClose={onClose} />;
  return (
    <Drawer title={texts.name} onClose={onClose}>
      {member.isError ? (
        <StatePane kind="error" error={member.error} onRetry={() => void member.refetch()} />
      ) : (
        <StatePane kind="loading" />
      )}
    </Drawer>
  );
}

function LoadedDrawer({
  tid,
  version,
  onClose,
}: {
  readonly tid: string;
  readonly version: MemberVersion;
  readonly onClose: () => void;
}) {
  const { people: texts, common } = useTexts();
  const can = useCan(tid);
  const isAdministrator = can('Administration/administration');
  const member = version.value;
  const [isChanging, setChanging] = useState(false);
  const [act, setAct] = useState<MemberAct | null>(null);
  if (isChanging) return <ChangeMember tid={tid} version={version} onClose={() => setChanging(false)} />;
  return (
    <Drawer
      title={member.name}
      onClose={onClose}
      footer={
        <>
          <ActionMenu
            label={texts.moreActs}
            actions={memberActsOf(member, isAdministrator).map((id) => ({
              id,
              label: texts.acts[id],
              isDanger: id === 'end' || id === 'erase',
              onAction: () => setAct(id),
            }))}
          />
          <Button kind="primary" onPress={() => setChanging(true)}>
            {common.change}
          </Button>
        </>
      }
    >
      <DetailTabs
        label={member.name}
        tabs={[
          { id: 'facts', title: texts.tabs.facts, content: <MemberFacts member={member} /> },
          { id: 'rights', title: texts.tabs.rights, content: <MemberRights tid={tid} member={member} /> },
          { id: 'devices', title: texts.tabs.devices, content: <DeviceList tid={tid} fid={member.fid} /> },
          ...(isAdministrator
            ? [
                {
                  id: 'absences',
                  title: texts.tabs.absences,
                  content: <MemberAbsences tid={tid} person={member} />,
                },
                {
                  id: 'records',
                  title: texts.tabs.records,
                  content: <MemberRecords tid={tid} fid={member.fid} />,
                },
              ]
            : []),
        ]}
      />
      {act === null ? null : (
        <MemberActDialog
          tid={tid}
          version={version}
          act={act}
          canTransfer={isAdministrator}
          onClose={() => setAct(null)}
        />
      )}
    </Drawer>
  );
}
