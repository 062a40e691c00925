import type { Answer } from '@sealflow/contract';
import { mobileSystem } from '@sealflow/domain/user-agent';
import { ComputerIcon, PhoneIcon } from '@sealflow/ui/icons.component.tsx';
import { Button } from '@sealflow/ui/inputs/button.component.tsx';
import { List, ListRow } from '@sealflow/ui/lists/list.component.tsx';
import { EmptyState } from '@sealflow/ui/status/state.component.tsx';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { momentTime } from '../../i18n/dates.ts';
import { useLanguage, useTexts } from '../../i18n/index.ts';
import { useApi } from '../../platform/api/index.ts';
import { usePlatform } from '../../platform/index.ts';
import { useSessionActions } from '../../platform/session/index.ts';
import { confirm } from '../../shell/dialogs/confirm.store.ts';
import { useShowFailure } from '../../shell/notices/failure.hook.ts';
import { ListState } from '../../shell/notices/list-state.component.tsx';
import { showSnackbar } from '../../shell/notices/snackbar.store.ts';
import { Screen } from '../../shell/screen.component.tsx';
import styles from './mine.module.css';

type Device = Answer<'GET /api/v1/devices'>['data'][number];

/** A browser's device is named after its browser and system. */
const isHandheld = ({ name, platform }: Device) =>
  platform === 'android' || platform === 'ios' || mobileSystem(name) !== null;

/** The account's devices, this one first. */
export default function DevicesScreen() {
  const { mine, shell } = useTexts();
  const devices = useDevices();
  const rows = (devices.data ?? []).toSorted((one, other) => Number(other.current) - Number(one.current));
  return (
    <Screen title={shell.views.devices} onRefresh={() => devices.refetch()}>
      <ListState
        pending={devices.isPending}
        error={devices.error}
        retrying={devices.isFetching}
        onRetry={() => void devices.refetch()}
        count={rows.length}
        empty={<EmptyState title={mine.noDevices} hint={mine.noDevicesHint} />}
      >
        <p className={styles.lead}>{mine.devicesLead}</p>
        <List aria-label={shell.views.devices}>
          {rows.map((device) => (
            <DeviceRow key={device.id} device={device} />
          ))}
        </List>
      </ListState>
    </Screen>
  );
}

function DeviceRow({ device }: { readonly device: Device }) {
  const { mine, common } = useTexts();
  const language = useLanguage();
  const { clock } = usePlatform();
  const withdrawal = useWithdraw(device);
  const { name, platform, lastSeenAt, current } = device;
  const lastSeenText = mine.lastSeen(
    momentTime(lastSeenAt, { now: clock.now(), language, yesterday: common.yesterday }),
  );
  return (
    <ListRow
      leading={
        <span className={styles.deviceIcon}>
          {isHandheld(device) ? <PhoneIcon size={26} /> : <ComputerIcon size={26} />}
        </span>
      }
      title={
        <>
          {name}
          {current ? <span className={styles.tag}>{mine.thisDevice}</span> : null}
        </>
      }
      detail={`${mine.devicePlatforms[platform]} · ${lastSeenText}`}
      trailing={
        <Button
          aria-label={mine.withdrawNamed(name)}
          loading={withdrawal.isPending}
          onClick={() => void withdrawal.confirmAndWithdraw()}
        >
          {mine.withdraw}
        </Button>
      }
    />
  );
}

/** Withdraws a device after a confirmation; withdrawing this device signs out. */
function useWithdraw({ id, name, current }: Device) {
  const { mine } = useTexts();
  const showFailure = useShowFailure();
  const { signOut } = useSessionActions();
  const { mutateAsync, isPending } = useWithdrawDevice();
  const confirmAndWithdraw = async () => {
    const isConfirmed = await confirm({
      title: current ? mine.withdrawThisTitle : mine.withdrawTitle(name),
      text: current ? mine.withdrawThisText : mine.withdrawText,
      confirmLabel: mine.withdraw,
      danger: true,
    });
    if (!isConfirmed) return;
    try {
      await mutateAsync({ id, isCurrent: current });
      if (current) await signOut();
      else showSnackbar({ color: 'success', text: mine.withdrawn(name) });
    } catch (error) {
      showFailure(error);
    }
  };
  return { confirmAndWithdraw, isPending };
}

const devicesKey = ['account', 'devices'] as const;

function useDevices() {
  const api = useApi();
  return useQuery({
    queryKey: devicesKey,
    queryFn: async ({ signal }) => (await api.call('GET /api/v1/devices', { signal })).data,
  });
}

type DeviceWithdrawal = { readonly id: string; readonly isCurrent: boolean };

/** Withdraws a device of the account. */
function useWithdrawDevice() {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: DeviceWithdrawal) =>
      api.call('DELETE /api/v1/devices/{deviceID}', { params: { deviceID: id } }),
    // After this device was withdrawn, there is no session left to refetch with.
    onSuccess: async (_, { isCurrent }) => {
      if (!isCurrent) await client.invalidateQueries({ queryKey: devicesKey });
    },
  });
}
