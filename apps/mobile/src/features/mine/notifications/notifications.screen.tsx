import { notificationKinds, type QuietHours } from '@sealflow/domain/notifications';
import { Button } from '@sealflow/ui/inputs/button.component.tsx';
import { Chips } from '@sealflow/ui/inputs/chips.component.tsx';
import { Switch } from '@sealflow/ui/inputs/switch.component.tsx';
import { TextField } from '@sealflow/ui/inputs/text-field.component.tsx';
import { List, ListItem } from '@sealflow/ui/lists/list.component.tsx';
import { useState } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { useShowFailure } from '../../../shell/notices/failure.hook.ts';
import { ListState } from '../../../shell/notices/list-state.component.tsx';
import { Screen } from '../../../shell/screen.component.tsx';
import mineStyles from '../mine.module.css';
import styles from './notifications.module.css';
import {
  type NotificationSettings,
  useNotificationSettings,
  useStoreNotificationSettings,
} from './notifications.queries.ts';
import { faultOf, parseTimeValue, toggleDay, toTimeValue, usualQuietHours } from './quiet-hours.rules.ts';

/** What the user's devices get pushes about, and the hours without pushes. */
export default function NotificationsScreen() {
  const { notifications: texts, shell } = useTexts();
  const { data, error, isPending, isFetching, refetch } = useNotificationSettings();
  return (
    <Screen title={shell.views.notifications} onRefresh={() => refetch()}>
      <p className={mineStyles.lead}>{texts.lead}</p>
      <ListState
        pending={isPending}
        error={error}
        retrying={isFetching}
        onRetry={() => void refetch()}
        count={data === undefined ? 0 : 1}
        empty={null}
      >
        {data === undefined ? null : <Settings settings={data} />}
      </ListState>
    </Screen>
  );
}

function Settings({ settings }: { readonly settings: NotificationSettings }) {
  const { notifications: texts } = useTexts();
  const showFailure = useShowFailure();
  const { mutate } = useStoreNotificationSettings();
  const store = (part: Partial<NotificationSettings>) =>
    mutate({ ...settings, ...part }, { onError: showFailure });
  const { muted, quiet } = settings;
  return (
    <>
      <section aria-label={texts.kinds}>
        <h2 className={mineStyles.heading}>{texts.kinds}</h2>
        <List>
          {notificationKinds.map((kind) => (
            <ListItem key={kind}>
              <Switch
                label={texts.kindNames[kind]}
                detail={texts.kindHints[kind]}
                checked={!muted.includes(kind)}
                onChange={(isOn) =>
                  store({ muted: isOn ? muted.filter((one) => one !== kind) : [...muted, kind] })
                }
              />
            </ListItem>
          ))}
        </List>
      </section>
      <section className={styles.quiet} aria-label={texts.quiet}>
        <List>
          <ListItem>
            <Switch
              label={texts.quiet}
              detail={texts.quietHint}
              checked={quiet !== null}
              onChange={(isOn) => store({ quiet: isOn ? toStored(usualQuietHours(deviceTimeZone())) : null })}
            />
          </ListItem>
        </List>
        {quiet === null ? null : (
          <QuietHoursForm quiet={quiet} onChange={(changed) => store({ quiet: toStored(changed) })} />
        )}
      </section>
    </>
  );
}

const toStored = ({ days, ...hours }: QuietHours) => ({ ...hours, days: [...days] });
const deviceTimeZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;

type QuietHoursProps = {
  readonly quiet: QuietHours;
  readonly onChange: (changed: QuietHours) => void;
};

/** Stores each change that makes valid hours; others stay in the form with their fault. */
function QuietHoursForm({ quiet, onChange }: QuietHoursProps) {
  const { notifications: texts } = useTexts();
  const [invalid, setInvalid] = useState<QuietHours | null>(null);
  const draft = invalid ?? quiet;
  const change = (part: Partial<QuietHours>) => {
    const changed = { ...draft, ...part };
    const isValid = faultOf(changed) === null;
    setInvalid(isValid ? null : changed);
    if (isValid) onChange(changed);
  };
  const fault = faultOf(draft);
  const zone = deviceTimeZone();
  const moveLabel = texts.deviceTimeZone(zone);
  const days = texts.dayNames.map((label, day) => ({ id: String(day), label }));
  return (
    <div className={styles.form}>
      <div className={styles.times}>
        <TimeField label={texts.from} minutes={draft.from} onChange={(from) => change({ from })} />
        <TimeField
          label={texts.until}
          hint={draft.until <= draft.from ? texts.untilNextDay : undefined}
          minutes={draft.until}
          onChange={(until) => change({ until })}
        />
      </div>
      <div>
        <p className={styles.label}>{texts.days}</p>
        <Chips
          label={texts.days}
          options={days}
          selected={draft.days.map(String)}
          onToggle={(day) => change({ days: toggleDay(draft.days, Number(day)) })}
        />
      </div>
      {fault === null ? null : (
        <p className={styles.error} role="alert">
          {texts[fault]}
        </p>
      )}
      <p className={styles.label}>{texts.timeZone(draft.timeZone)}</p>
      {draft.timeZone === zone ? null : (
        <Button onClick={() => change({ timeZone: zone })}>{moveLabel}</Button>
      )}
    </div>
  );
}

type TimeFieldProps = {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly minutes: number;
  readonly onChange: (minutes: number) => void;
};

/** Keeps a time that is not complete yet. Leaving the field shows the stored time again. */
function TimeField({ label, hint, minutes, onChange }: TimeFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextField
      label={label}
      hint={hint}
      type="time"
      required
      value={typed ?? toTimeValue(minutes)}
      onBlur={() => setTyped(null)}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        const changed = parseTimeValue(value);
        if (changed !== null) onChange(changed);
      }}
    />
  );
}
