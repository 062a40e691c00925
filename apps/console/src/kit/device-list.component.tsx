import { useState } from 'react';
import { useTexts } from '../i18n/index.ts';
import { useApi } from '../platform/api.hook.ts';
import { type Device, useDevices } from '../platform/directory.queries.ts';
import { Button } from './button.component.tsx';
import { ConfirmDialog } from './confirm-dialog.component.tsx';
import styles from './device-list.module.css';
import { Facts } from './page.component.tsx';
import { StatePane } from './state-pane.component.tsx';
import { useTimeText } from './time.hook.ts';
import { showToast } from './toasts.store.ts';

const withdrawCall = 'POST /api/v1/tenants/{tid}/admin/members/{fid}/devices/{deviceID}/actions/withdraw';

/** The devices of a member, with the act that withdraws a lost one. */
export function DeviceList({ tid, fid }: { readonly tid: string; readonly fid: string }) {
  const { devices: texts } = useTexts();
  const api = useApi();
  const timeText = useTimeText();
  const devices = useDevices(tid, fid);
  const [asked, setAsked] = useState<Device | null>(null);
  if (devices.isError) {
    return <StatePane kind="error" error={devices.error} onRetry={() => void devices.refetch()} />;
  }
  if (devices.data === undefined) return <StatePane kind="loading" />;
  if (devices.data.length === 0) return <p>{texts.none}</p>;
  return (
    <>
      <ul className={styles.devices}>
        {devices.data.map((device) => (
          <li key={device.id} className={styles.device}>
            <div className={styles.head}>
              <h3 className={styles.name}>{device.name}</h3>
              <Button kind="danger" onPress={() => setAsked(device)}>
                {texts.withdraw}
              </Button>
            </div>
            <Facts
              facts={[
                [texts.platform, texts.platforms[device.platform]],
                [texts.lastSeen, timeText(device.lastSeenAt)],
                [texts.createdAt, timeText(device.createAt)],
                [texts.push, device.push === null ? texts.noPush : texts.waiting(device.push.waiting)],
              ]}
            />
          </li>
        ))}
      </ul>
      {asked === null ? null : (
        <ConfirmDialog
          title={texts.withdraw}
          confirmLabel={texts.withdraw}
          typedName={asked.name}
          isDanger
          onConfirm={async () => {
            await api.call(withdrawCall, { params: { tid, fid, deviceID: asked.id } });
            await devices.refetch();
            showToast({ color: 'success', text: texts.withdrawn });
          }}
          onClose={() => setAsked(null)}
        >
          <p>{texts.withdrawExplain(asked.name)}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
