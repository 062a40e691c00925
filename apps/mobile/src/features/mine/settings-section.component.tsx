import { Switch } from '@sealflow/ui/inputs/switch.component.tsx';
import { List, ListItem, ListRow } from '@sealflow/ui/lists/list.component.tsx';
import { useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { useAppLockStore } from '../../platform/app-lock/app-lock.store.ts';
import { usePush } from '../../platform/push/index.ts';
import { useSpeakMessages } from '../../platform/speech/speak-messages.store.ts';
import { ChoiceDialog } from '../../shell/dialogs/choice-dialog.component.tsx';
import { useIsDetail } from '../../shell/navigation/pane.hook.ts';
import { paths } from '../../shell/navigation/paths.rules.ts';
import { viewAddress } from '../../shell/navigation/view.rules.ts';
import { showSnackbar } from '../../shell/notices/snackbar.store.ts';
import { useNavigate } from '../../shell/router/index.ts';
import { KeyboardSettings } from './keyboard-settings.component.tsx';
import styles from './mine.module.css';
import { useSettings } from './settings.hook.ts';

/** The user's settings on this device. */
export function SettingsSection() {
  const { mine, shell } = useTexts();
  const navigate = useNavigate();
  const { language, theme, setLanguage, setTheme } = useSettings();
  const [isSpeaking, setIsSpeaking] = useSpeakMessages();
  const hasLock = useAppLockStore(({ record }) => record !== null);
  const [choosing, setChoosing] = useState<'language' | 'theme' | null>(null);
  const isDetail = useIsDetail();
  const closeChoice = () => setChoosing(null);
  return (
    <section className={styles.section} aria-label={mine.settings}>
      <List>
        <ListRow
          title={mine.language}
          trailing={mine.languages[language]}
          chevron
          onPress={() => setChoosing('language')}
        />
        <ListRow
          title={mine.theme}
          trailing={mine.themes[theme]}
          chevron
          onPress={() => setChoosing('theme')}
        />
        <ListItem>
          <Switch
            label={mine.speakMessages}
            detail={mine.speakMessagesHint}
            checked={isSpeaking}
            onChange={setIsSpeaking}
          />
        </ListItem>
        <ListItem>
          <PushSwitch />
        </ListItem>
        <KeyboardSettings />
        <ListRow
          title={shell.views.notifications}
          chevron
          current={isDetail(paths.myinfo, 'notifications')}
          onPress={() => navigate(viewAddress(paths.myinfo, 'notifications'))}
        />
        <ListRow
          title={mine.appLock}
          trailing={hasLock ? mine.on : mine.off}
          chevron
          current={isDetail(paths.myinfo, 'lock')}
          onPress={() => navigate(viewAddress(paths.myinfo, 'lock'))}
        />
        <ListRow
          title={mine.storage}
          chevron
          current={isDetail(paths.myinfo, 'storage')}
          onPress={() => navigate(viewAddress(paths.myinfo, 'storage'))}
        />
        <ListRow
          title={mine.about}
          chevron
          current={isDetail(paths.about)}
          onPress={() => navigate(paths.about)}
        />
      </List>
      <ChoiceDialog
        open={choosing === 'language'}
        onClose={closeChoice}
        title={mine.language}
        options={(['auto', 'zh', 'en'] as const).map((id) => ({ id, label: mine.languages[id] }))}
        value={language}
        onChoose={(choice) => void setLanguage(choice)}
      />
      <ChoiceDialog
        open={choosing === 'theme'}
        onClose={closeChoice}
        title={mine.theme}
        options={(['auto', 'light', 'dark'] as const).map((id) => ({ id, label: mine.themes[id] }))}
        value={theme}
        onChoose={(choice) => void setTheme(choice)}
      />
    </section>
  );
}

/** Turns push notifications to this device on or off; turning them on requests the browser's permission. */
function PushSwitch() {
  const { mine, notices } = useTexts();
  const { state, turnOn, turnOff } = usePush();
  const change = async (on: boolean) => {
    const outcome = on
      ? await turnOn()
      : await turnOff().then(
          () => 'off' as const,
          () => 'failed' as const,
        );
    if (outcome === 'waiting') showSnackbar({ color: 'info', text: notices.pushWaiting });
    if (outcome === 'failed') showSnackbar({ color: 'error', text: notices.pushFailed });
  };
  return (
    <Switch
      label={mine.push}
      detail={mine.pushHints[state]}
      checked={state === 'on'}
      disabled={state === 'unsupported' || state === 'denied'}
      busy={state === 'busy'}
      onChange={(on) => void change(on)}
    />
  );
}
