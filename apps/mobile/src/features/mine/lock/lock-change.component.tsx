import { showSnackbar } from '../../../app/shell/snackbar.store.ts';
import { useTexts } from '../../../i18n/index.ts';
import { useAppLock } from '../../../platform/app-lock/app-lock.hook.ts';
import type { Unlocked } from '../../../platform/app-lock/app-lock.usecases.ts';
import { useSessionActions, useSignedIn } from '../../../platform/session/index.ts';
import { PinDialog, type Pins } from './pin-dialog.component.tsx';

/** Turning the lock on or off, changing the PIN, or enrolling the device's authentication. */
export type LockChange = 'on' | 'off' | 'pin' | 'device';

type LockChangeProps = { readonly change: LockChange; readonly onClose: () => void };

const asks = {
  on: { current: false, fresh: true },
  off: { current: true, fresh: false },
  pin: { current: true, fresh: true },
  device: { current: true, fresh: false },
} as const;

/** The PIN dialog of a lock change, and the change. */
export function LockChangeDialog({ change, onClose }: LockChangeProps) {
  const { lock: texts, common } = useTexts();
  const onPins = useChange(change);
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
      asks={asks[change]}
      confirmLabel={common.ok}
      onClose={onClose}
      onPins={onPins}
    />
  );
}

function useChange(change: LockChange) {
  const { lock: texts, common } = useTexts();
  const lock = useAppLock();
  const { account, user } = useSignedIn();
  const { signOut } = useSessionActions();
  const { aid } = account;
  const say = (text: string, color: 'success' | 'error' = 'success') => showSnackbar({ color, text });

  const changes: Record<LockChange, (pins: Pins) => Promise<Unlocked>> = {
    on: async ({ fresh }) => {
      await lock.setPin({ aid, pin: fresh });
      say(texts.turnedOn);
      return 'open';
    },
    off: async ({ current }) => {
      const answer = await lock.removeLock(current);
      if (answer === 'open') say(texts.turnedOff);
      return answer;
    },
    pin: async ({ current, fresh }) => {
      const answer = await lock.changePin({ current, pin: fresh });
      if (answer === 'open') say(texts.changed);
      return answer;
    },
    device: async ({ current }) => {
      const question = { title: texts.deviceTitle, cancel: common.cancel };
      const answer = await lock.addDevice({ pin: current, name: user?.name ?? aid, question });
      if (answer === 'open') say(texts.deviceAdded);
      if (answer !== 'refused') return answer;
      say(texts.deviceRefused, 'error');
      return 'open';
    },
  };
  return async (pins: Pins): Promise<Unlocked> => {
    const answer = await changes[change](pins);
    if (answer === 'forgotten') {
      await lock.forgetLock();
      await signOut();
      say(texts.tooOften, 'error');
    }
    return answer;
  };
}
