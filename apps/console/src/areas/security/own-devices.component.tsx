import type { Answer } from '@sealflow/contract';
import { useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../kit/button.component.tsx';
import { ConfirmDialog } from '../../kit/confirm-dialog.component.tsx';
import { Tag } from '../../kit/page.component.tsx';
import { StatePane } from '../../kit/state-pane.component.tsx';
import { useTimeText } from '../../kit/time.hook.ts';
import { showToast } from '../../kit/toasts.store.ts';
import { useOwnDevices, useWithdrawOwnDevice } from '../../platform/second-factor.queries.ts';
import styles from './security.module.css';

type OwnDevice = Answer<'GET /api/v1/devices'>['data'][number];

/** The devices with a session of the account. A lost one is withdrawn here. */
export function OwnDevices() {
  const { security: texts, devices: deviceTexts } = useTexts();
  const timeText = useTimeText();
  const devices = useOwnDevices();
  const withdraw = useWithdrawOwnDevice();
  const [asked, setAsked] = useState<OwnDevice | null>(null);
  if (devices.error !== null)
    return <StatePane kind="error" error={devices.error} onRetry={() => void devices.refetch()} />;
  return (
    <>
      <p>{texts.devicesLead}</p>
      <ul>
        {(devices.data ?? []).map((device) => (
          <li key={device.id} className={styles.device}>
            <span>
              <strong>{device.name}</strong> {deviceTexts.platforms[device.platform]}{' '}
              {device.current ? <Tag tone="good">{texts.thisDevice}</Tag> : null}
              <br />
              {deviceTexts.lastSeen}: {timeText(device.lastSeenAt)}
            </span>
            {device.current ? null : (
              <Button
                kind="danger"
                aria-label={`${deviceTexts.withdraw}: ${device.name}`}
                onPress={() => setAsked(device)}
              >
                {deviceTexts.withdraw}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {asked === null ? null : (
        <ConfirmDialog
          title={deviceTexts.withdraw}
          confirmLabel={deviceTexts.withdraw}
          isDanger
          onConfirm={async () => {
            await withdraw(asked.id);
            showToast({ color: 'success', text: deviceTexts.withdrawn });
          }}
          onClose={() => setAsked(null)}
        >
          <p>{deviceTexts.withdrawExplain(asked.name)}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
