import { baseRoleOf, roles as builtInRoles, isRole, rights as knownRights } from '@sealflow/domain/roles';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../kit/button.component.tsx';
import { ConfirmDialog } from '../../kit/confirm-dialog.component.tsx';
import { Drawer } from '../../kit/drawer.component.tsx';
import { Facts, Section } from '../../kit/page.component.tsx';
import { showToast } from '../../kit/toasts.store.ts';
import { useApi } from '../../platform/api.hook.ts';
import { useAreasOf } from '../../platform/area-rights.hook.ts';
import type { Role } from '../../platform/directory.queries.ts';
import { RoleForm } from './role-form.component.tsx';
import styles from './roles.module.css';

type RoleDrawerProps = { readonly tid: string; readonly held: Role; readonly onClose: () => void };

/** The details of a role: its rights, its members, and what a member with it sees. */
export function RoleDrawer({ tid, held: role, onClose }: RoleDrawerProps) {
  const { roles: texts, rights, common } = useTexts();
  const api = useApi();
  const queries = useQueryClient();
  const [open, setOpen] = useState<'form' | 'removal' | null>(null);
  if (open === 'form') return <RoleForm tid={tid} held={role} onClose={() => setOpen(null)} />;
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
        <ConfirmDialog
          title={texts.remove}
          confirmLabel={texts.remove}
          typedName={role.name}
          isDanger
          onConfirm={async () => {
            await api.call('DELETE /api/v1/tenants/{tid}/admin/roles/{roleID}', {
              params: { tid, roleID: role.roleID },
            });
            onClose();
            await queries.invalidateQueries({ queryKey: ['roles', tid] });
            showToast({ color: 'success', text: common.deleted });
          }}
          onClose={() => setOpen(null)}
        >
          <p>{texts.removeExplain}</p>
        </ConfirmDialog>
      ) : null}
    </Drawer>
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
