import { baseRoleOf, roles as builtInRoles, isRole, rights as knownRights } from '@sealflow/domain/roles';
import { useState } from 'react';
import { Link } from 'react-router';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../kit/button.component.tsx';
import { ConfirmDialog } from '../../kit/confirm-dialog.component.tsx';
import { VersionsDialog } from '../../kit/conflict-dialog.component.tsx';
import { Drawer } from '../../kit/drawer.component.tsx';
import { Facts, Section } from '../../kit/page.component.tsx';
import { StatePane } from '../../kit/state-pane.component.tsx';
import { showToast } from '../../kit/toasts.store.ts';
import { useVersions } from '../../kit/versions.hook.ts';
import { useAreasOf } from '../../platform/area-rights.hook.ts';
import { type Role, useRole } from '../../platform/directory.queries.ts';
import type { Tagged } from '../../platform/tagged.util.ts';
import { useRoleActs, useRoleWords } from './role-acts.hook.ts';
import { ChangeRole } from './role-form.component.tsx';
import styles from './roles.module.css';

type RoleDrawerProps = { readonly tid: string; readonly roleID: string; readonly onClose: () => void };

/** The details of a role: its rights, its members, and what a member with it sees. */
export function RoleDrawer({ tid, roleID, onClose }: RoleDrawerProps) {
  const { roles: texts } = useTexts();
  const role = useRole(tid, roleID);
  if (role.data !== undefined) return <LoadedDrawer tid={tid} version={role.data} onClose={onClose} />;
  return (
    <Drawer title={texts.role} onClose={onClose}>
      {role.isError ? (
        <StatePane kind="error" error={role.error} onRetry={() => void role.refetch()} />
      ) : (
        <StatePane kind="loading" />
      )}
    </Drawer>
  );
}

type RoleVersionProps = {
  readonly tid: string;
  readonly version: Tagged<Role>;
  readonly onClose: () => void;
};

function LoadedDrawer({ tid, version, onClose }: RoleVersionProps) {
  const { roles: texts, rights, common } = useTexts();
  const role = version.value;
  const [open, setOpen] = useState<'form' | 'removal' | null>(null);
  if (open === 'form') return <ChangeRole tid={tid} version={version} onClose={() => setOpen(null)} />;
  return (
    <Drawer
      title={role.name}
      onClose={onClose}
      footer={
        <>
          {role.builtIn ? null : (
            <Button kind="danger" isDisabled={role.members > 0} onPress={() => setOpen('removal')}>
              {texts.remove}
            </Button>
          )}
          <Button kind="primary" onPress={() => setOpen('form')}>
            {common.change}
          </Button>
        </>
      }
    >
      <Section title={texts.rights}>
        <Facts
          facts={[
            [texts.kind, role.builtIn ? texts.builtIn : texts.custom],
            [
              texts.rights,
              role.rights.map((right) => rights.names[right] ?? right).join(texts.separator) || common.none,
            ],
            [texts.members, texts.memberCount(role.members)],
          ]}
        />
        <Link className={styles.link} to={`/t/${tid}/people?role=${encodeURIComponent(role.roleID)}`}>
          {texts.showPeople}
        </Link>
      </Section>
      <Preview held={role} />
      {open === 'removal' ? (
        <RemoveRole tid={tid} version={version} onClose={() => setOpen(null)} onRemoved={onClose} />
      ) : null}
    </Drawer>
  );
}

/** Asks before a role is removed. */
function RemoveRole({
  tid,
  version,
  onClose,
  onRemoved,
}: RoleVersionProps & { readonly onRemoved: () => void }) {
  const { roles: texts, common } = useTexts();
  const acts = useRoleActs(tid);
  const wordsOf = useRoleWords();
  const { roleID } = version.value;
  const versions = useVersions(version, { read: () => acts.read(roleID) });
  const finish = () => {
    showToast({ color: 'success', text: common.deleted });
    onRemoved();
  };
  if (versions.theirs !== null) {
    return (
      <VersionsDialog
        versions={versions}
        wordsOf={wordsOf}
        act={texts.remove}
        onWritten={finish}
        onTaken={onClose}
      />
    );
  }
  return (
    <ConfirmDialog
      title={texts.remove}
      confirmLabel={texts.remove}
      typedName={versions.base.value.name}
      isDanger
      onConfirm={async () => {
        const isDone = await versions.attempt(({ tag }) => acts.remove(roleID, tag));
        if (isDone) finish();
        return isDone;
      }}
      onClose={onClose}
    >
      <p>{texts.removeExplain}</p>
    </ConfirmDialog>
  );
}

/** What somebody with this role alone sees. */
function Preview({ held: role }: { readonly held: Role }) {
  const { roles: texts, rights, shell } = useTexts();
  const areas = useAreasOf(role.rights);
  const { tabs } = builtInRoles[isRole(role.roleID) ? role.roleID : baseRoleOf(role.rights)];
  const app = role.rights.includes(knownRights.signIn)
    ? tabs.map((tab) => rights.tabs[tab]).join(texts.separator)
    : texts.noApp;
  return (
    <Section title={texts.preview}>
      <p>{texts.previewLead}</p>
      <Facts
        facts={[
          [texts.appTabs, app],
          [
            texts.consoleAreas,
            areas.map((name) => shell.areas[name]).join(texts.separator) || texts.noConsole,
          ],
        ]}
      />
    </Section>
  );
}
