import { useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../kit/button.component.tsx';
import { ConfirmDialog } from '../../kit/confirm-dialog.component.tsx';
import { Drawer } from '../../kit/drawer.component.tsx';
import { Facts, Tag } from '../../kit/page.component.tsx';
import { StatePane } from '../../kit/state-pane.component.tsx';
import { showToast } from '../../kit/toasts.store.ts';
import { useDevices } from '../../platform/directory.queries.ts';
import { useFormat } from '../../platform/format.hook.ts';
import { keyOf, type ManagedDevice, useDeviceActs, useManagedDevice } from './devices.queries.ts';

type DeviceDrawerProps = { readonly tid: string; readonly deviceKey: string; readonly onClose: () => void };

/** A device with its member and its notifications, and the act that withdraws it. */
export function DeviceDrawer({ tid, deviceKey, onClose }: DeviceDrawerProps) {
  const { devices: texts } = useTexts();
  const device = useManagedDevice(tid, deviceKey);
  const acts = useDeviceActs(tid);
  const [isAsking, setAsking] = useState(false);
  const { data } = device;
  return (
    <Drawer
      title={data?.name ?? texts.one}
      onClose={onClose}
      footer={
        data && data.withdrawnAt === null ? (
          <Button kind="danger" onPress={() => setAsking(true)}>
            {texts.withdraw}
          </Button>
        ) : null
      }
    >
      {device.isError ? (
        <StatePane kind="error" error={device.error} onRetry={() => void device.refetch()} />
      ) : data === undefined ? (
        <StatePane kind="loading" />
      ) : data === null ? (
        <StatePane kind="empty" title={texts.goneTitle} hint={texts.goneHint} />
      ) : (
        <DeviceFacts tid={tid} device={data} />
      )}
      {isAsking && data ? (
        <ConfirmDialog
          title={texts.withdraw}
          confirmLabel={texts.withdraw}
          typedName={data.name}
          isDanger
          onConfirm={async () => {
            await acts.withdraw(keyOf(data));
            await acts.reload();
            showToast({ color: 'success', text: texts.withdrawn });
          }}
          onClose={() => setAsking(false)}
        >
          <p>{texts.withdrawExplain(data.name)}</p>
        </ConfirmDialog>
      ) : null}
    </Drawer>
  );
}

function DeviceFacts({ tid, device }: { readonly tid: string; readonly device: ManagedDevice }) {
  const { devices: texts } = useTexts();
  const format = useFormat();
  const registered = useDevices(tid, device.member.fid);
  const push = registered.data?.find(({ id }) => id === device.id)?.push ?? null;
  return (
    <Facts
      facts={[
        [texts.person, device.member.name],
        [texts.state, <DeviceState key="state" device={device} />],
        [texts.platform, texts.platforms[device.platform]],
        [texts.lastSeen, format.time(device.lastSeenAt)],
        [texts.createdAt, format.time(device.createAt)],
        ...(device.withdrawnAt === null
          ? ([[texts.push, push === null ? texts.noPush : texts.waiting(push.waiting)]] as const)
          : ([[texts.withdrawnAt, format.time(device.withdrawnAt)]] as const)),
        [texts.deviceID, device.id],
      ]}
    />
  );
}

/** Whether the device is in use or withdrawn. */
export function DeviceState({ device }: { readonly device: ManagedDevice }) {
  const { states } = useTexts().devices;
  const isWithdrawn = device.withdrawnAt !== null;
  return <Tag tone={isWithdrawn ? 'bad' : 'good'}>{isWithdrawn ? states.withdrawn : states.active}</Tag>;
}
