import { useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { SaveBar } from '../../kit/action-menu.component.tsx';
import { ConfirmDialog } from '../../kit/confirm-dialog.component.tsx';
import { VersionsDialog } from '../../kit/conflict-dialog.component.tsx';
import { Drawer, LoadingDrawer } from '../../kit/drawer.component.tsx';
import { Facts, Section, Tag } from '../../kit/page.component.tsx';
import { saveText } from '../../kit/save-csv.util.ts';
import { useTimeText } from '../../kit/time.hook.ts';
import { showToast } from '../../kit/toasts.store.ts';
import { useVersions } from '../../kit/versions.hook.ts';
import { useApi, useErrorText } from '../../platform/api.hook.ts';
import type { Tagged } from '../../platform/tagged.util.ts';
import { TenantForm, useTenantWords } from './tenant-form.component.tsx';
import { type Tenant, type TenantAct, useTenant, useTenantActs } from './tenants.queries.ts';

const formID = 'tenant-settings';

/** The settings of an organisation and the acts on it. */
export function TenantDrawer({ tid, onClose }: { readonly tid: string; readonly onClose: () => void }) {
  const tenant = useTenant(tid);
  if (tenant.data === undefined) return <LoadingDrawer query={tenant} onClose={onClose} />;
  return <LoadedDrawer version={tenant.data} onClose={onClose} />;
}

type TenantVersionProps = { readonly version: Tagged<Tenant>; readonly onClose: () => void };

function LoadedDrawer({ version, onClose }: TenantVersionProps) {
  const { tenants: texts, common, shell } = useTexts();
  const timeText = useTimeText();
  const exportTenant = useExportTenant();
  const tenant = version.value;
  const [asked, setAsked] = useState<TenantAct | null>(null);
  const isActive = tenant.state === 'active';
  const actions = [
    { id: 'export', label: texts.export.action, onAction: () => void exportTenant(tenant) },
    ...(isActive
      ? [{ id: 'close', label: texts.close.action, isDanger: true, onAction: () => setAsked('close') }]
      : [
          { id: 'reopen', label: texts.reopen.action, onAction: () => setAsked('reopen') },
          { id: 'delete', label: texts.delete.action, isDanger: true, onAction: () => setAsked('delete') },
        ]),
  ];
  return (
    <Drawer
      title={tenant.name}
      onClose={onClose}
      footer={<SaveBar formID={formID} label={texts.actions} actions={actions} />}
    >
      <Section title={common.details}>
        <Facts
          facts={[
            [texts.tid, tenant.tid],
            [
              texts.state,
              <Tag key="state" tone={isActive ? 'good' : 'bad'}>
                {texts.states[tenant.state]}
              </Tag>,
            ],
            [texts.members, tenant.members],
            [texts.key, tenant.key],
            [texts.createdAt, timeText(tenant.createAt)],
          ]}
        />
      </Section>
      <Section title={shell.areas.settings}>
        <TenantForm formID={formID} version={version} />
      </Section>
      {asked === null ? null : (
        <ActDialog act={asked} version={version} onClose={() => setAsked(null)} onDeleted={onClose} />
      )}
    </Drawer>
  );
}

type ActDialogProps = TenantVersionProps & { readonly act: TenantAct; readonly onDeleted: () => void };

/** Asks before an act on an organisation. */
function ActDialog({ act, version, onClose, onDeleted }: ActDialogProps) {
  const { tenants: texts } = useTexts();
  const acts = useTenantActs(version.value.tid);
  const wordsOf = useTenantWords();
  const versions = useVersions(version, { read: acts.read });
  const tenant = versions.base.value;
  const finish = () => {
    showToast({ color: 'success', text: texts[act].done });
    onClose();
    if (act === 'delete') onDeleted();
  };
  if (versions.theirs !== null) {
    return (
      <VersionsDialog
        versions={versions}
        wordsOf={wordsOf}
        act={texts[act].action}
        onWritten={finish}
        onTaken={onClose}
      />
    );
  }
  return (
    <ConfirmDialog
      title={texts[act].title(tenant.name)}
      confirmLabel={texts[act].action}
      isDanger={act !== 'reopen'}
      {...(act === 'reopen' ? {} : { typedName: tenant.name })}
      onConfirm={async () => {
        const isDone = await versions.attempt((seen) => acts.act(act, seen));
        if (isDone) finish();
        return isDone;
      }}
      onClose={onClose}
    >
      <p>{act === 'close' ? texts.close.text(tenant.members) : texts[act].text}</p>
    </ConfirmDialog>
  );
}

/** Downloads all data of an organisation as JSON lines. */
function useExportTenant() {
  const texts = useTexts().tenants.export;
  const api = useApi();
  const errorText = useErrorText();
  return async ({ tid }: Tenant): Promise<void> => {
    showToast({ color: 'info', text: texts.running });
    try {
      const response = await api.open('GET /api/v1/admin/tenants/{tid}/export', {
        params: { tid },
        timeoutMs: 3_600_000,
      });
      saveText(`${tid}.jsonl`, [await response.text()], 'application/jsonl');
      showToast({ color: 'success', text: texts.done });
    } catch (error) {
      showToast({ color: 'error', text: errorText(error) });
    }
  };
}
