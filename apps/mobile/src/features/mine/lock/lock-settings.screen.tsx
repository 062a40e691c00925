import { RadioList } from '@sealflow/ui/inputs/radio-list.component.tsx';
import { Switch } from '@sealflow/ui/inputs/switch.component.tsx';
import { List, ListItem, ListRow } from '@sealflow/ui/lists/list.component.tsx';
import { useEffect, useState } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { useAppLock } from '../../../platform/app-lock/app-lock.hook.ts';
import { useAppLockStore } from '../../../platform/app-lock/app-lock.store.ts';
import { lockDelaysMs } from '../../../platform/app-lock/pin.rules.ts';
import { Screen } from '../../../shell/screen.component.tsx';
import styles from '../mine.module.css';
import { type LockChange, LockChangeDialog } from './lock-change.component.tsx';

/** The app lock: on or off, the delay until it locks, and the ways to unlock. */
export default function LockSettingsScreen() {
  const { lock: texts, shell } = useTexts();
  const lock = useAppLock();
  const record = useAppLockStore((state) => state.record);
  const [change, setChange] = useState<LockChange | null>(null);
  const canEnrol = useCanEnrol();
  const isOn = record !== null;
  return (
    <Screen title={shell.views.lock}>
      <List>
        <ListItem>
          <Switch
            label={texts.switchLabel}
            detail={texts.switchHint}
            checked={isOn}
            onChange={(on) => setChange(on ? 'on' : 'off')}
          />
        </ListItem>
        {isOn && canEnrol ? (
          <ListItem>
            <Switch
              label={texts.device}
              detail={texts.deviceHint}
              checked={record.device !== null}
              onChange={(on) => (on ? setChange('device') : void lock.changeLock({ device: null }))}
            />
          </ListItem>
        ) : null}
        {isOn ? <ListRow title={texts.changePin} chevron onPress={() => setChange('pin')} /> : null}
      </List>
      {isOn ? (
        <section className={styles.card}>
          <RadioList
            label={texts.delay}
            options={lockDelaysMs.map((ms) => ({ id: `${ms}` as const, label: texts.delays[ms] }))}
            value={delayOf(record.delayMs)}
            onChange={(ms) => void lock.changeLock({ delayMs: Number(ms) })}
          />
        </section>
      ) : null}
      <p className={styles.lead}>
        {isOn ? `${texts.delayHint} ` : null}
        {texts.what}
      </p>
      {change === null ? null : <LockChangeDialog change={change} onClose={() => setChange(null)} />}
    </Screen>
  );
}

const delayOf = (delayMs: number) => {
  const known = lockDelaysMs.find((ms) => ms === delayMs);
  return known === undefined ? null : (`${known}` as const);
};

function useCanEnrol(): boolean {
  const lock = useAppLock();
  const [can, setCan] = useState(false);
  useEffect(() => void lock.canEnrol().then(setCan), [lock]);
  return can;
}
