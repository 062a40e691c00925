import { useTexts } from '../../../i18n/index.ts';
import { useAppLock } from '../../../platform/app-lock/app-lock.hook.ts';
import type { UnlockResult } from '../../../platform/app-lock/app-lock.usecases.ts';
import { useSessionActions, useSignedIn } from '../../../platform/session/index.ts';
import { showSnackbar } from '../../../shell/notices/snackbar.store.ts';
import { PinDialog, type Pins } from './pin-dialog.component.tsx';

/** Turning the lock on or off, changing the PIN, or enrolling the device's authentication. */
export type LockChange = 'on' | 'off' | 'pin' | 'device';

type LockChangeProps = { readonly change: LockChange; readonly onClose: () => void };

const requiredPins = {
  on: { current: false, fresh: true },
  off: { current: true, fresh: false },
  pin: { current: true, fresh: true },
  device: { current: true, fresh: false },
} as const;

/** The PIN dialog of a lock change, and the change. */
export function LockChangeDialog({ change, onClose }: LockChangeProps) {
  const { lock: texts, common } = useTexts();
  const applyPins = useApplyLockChange(change);
  const titles = {
    on: texts.setTitle,
    off: texts.offTitle,
    pin: texts.changeTitle,
    device: texts.deviceTitle,
  };
  return (
    <PinDialog
      title={titles[change]}
      {...(change === 'on' ? { hint: texts.setHint } : {})}
      requiredPins={requiredPins[change]}
      confirmLabel={common.ok}
      onClose={onClose}
      applyPins={applyPins}
    />
  );
}

function useApplyLockChange(change: LockChange) {
  const { lock: texts, common } = useTexts();
  const lock = useAppLock();
  const { account, user } = useSignedIn();
  const { signOut } = useSessionActions();
  const { aid } = account;
  const showMessage = (text: string, color: 'success' | 'error' = 'success') => showSnackbar({ color, text });

  const changes: Record<LockChange, (pins: Pins) => Promise<UnlockResult>> = {
    on: async ({ fresh }) => {
      await lock.setPin({ aid, pin: fresh });
      showMessage(texts.turnedOn);
      return 'open';
    },
    off: async ({ current }) => {
      const result = await lock.disableLock(current);
      if (result === 'open') showMessage(texts.turnedOff);
      return result;
    },
    pin: async ({ current, fresh }) => {
      const result = await lock.changePin({ current, pin: fresh });
      if (result === 'open') showMessage(texts.changed);
      return result;
    },
    device: async ({ current }) => {
      const prompt = { title: texts.deviceTitle, cancel: common.cancel };
      const result = await lock.addDevice({ pin: current, name: user?.name ?? aid, prompt });
      if (result === 'open') showMessage(texts.deviceAdded);
      if (result !== 'refused') return result;
      showMessage(texts.deviceRefused, 'error');
      return 'open';
    },
  };
  return async (pins: Pins): Promise<UnlockResult> => {
    const result = await changes[change](pins);
    if (result === 'forgotten') {
      await lock.eraseLock();
      await signOut();
      showMessage(texts.tooOften, 'error');
    }
    return result;
  };
}
