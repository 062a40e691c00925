import { errorText } from '@sealflow/domain/errors';
import { Switch } from '@sealflow/ui/inputs/switch.component.tsx';
import { ListItem, ListRow } from '@sealflow/ui/lists/list.component.tsx';
import { Spinner } from '@sealflow/ui/spinner.component.tsx';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLanguage, useTexts } from '../../i18n/index.ts';
import { ApiError, useErrorText } from '../../platform/api/index.ts';
import { type PreferencesPort, usePlatform } from '../../platform/index.ts';
import { useUpdateActions } from '../../platform/updates/updates.hook.ts';
import { confirm } from '../../shell/dialogs/confirm.store.ts';

/** A manual update check, and the switch for automatic checks. */
export function UpdateRows() {
  const { updates: texts } = useTexts();
  const [isAuto, setAuto] = useAutoUpdate();
  const { check, isChecking, result } = useCheck();
  return (
    <>
      <ListRow
        title={texts.check}
        trailing={isChecking ? <Spinner /> : undefined}
        detail={<output>{isChecking ? texts.checking : result}</output>}
        chevron={!isChecking}
        onPress={check}
      />
      <ListItem>
        <Switch label={texts.auto} detail={texts.autoHint} checked={isAuto} onChange={setAuto} />
      </ListItem>
    </>
  );
}

function useCheck() {
  const { updates: texts } = useTexts();
  const errorTextOf = useCheckErrorText();
  const { check, restart } = useUpdateActions();
  const checkMutation = useMutation({
    mutationFn: check,
    onSuccess: async ({ found }) => {
      if (found !== 'ready') return;
      const yes = await confirm({
        title: texts.codeReady,
        text: texts.codeReadyText,
        confirmLabel: texts.restart,
        cancelLabel: texts.later,
      });
      if (yes) await restart();
    },
  });
  const results = {
    latest: () => texts.latest,
    ready: () => texts.codeReady,
    offered: texts.offered,
  };
  const resultText = checkMutation.data ? results[checkMutation.data.found](checkMutation.data.version) : '';
  const result = checkMutation.isError ? errorTextOf(checkMutation.error) : resultText;
  return {
    check: () => {
      if (!checkMutation.isPending) checkMutation.mutate();
    },
    isChecking: checkMutation.isPending,
    result,
  };
}

/** The service's error text, or a generic one for a failed check. */
function useCheckErrorText() {
  const errorOf = useErrorText();
  const language = useLanguage();
  return (error: unknown) =>
    error instanceof ApiError
      ? errorOf(error)
      : errorText('update.check_failed', language === 'zh' ? 'cn' : 'en');
}

function useAutoUpdate() {
  const { preferences } = usePlatform();
  const [isAuto, setAutoState] = useState(true);
  useEffect(() => {
    void readAuto(preferences).then(setAutoState);
  }, [preferences]);
  const set = (on: boolean) => {
    setAutoState(on);
    void preferences.set('autoUpdate', String(on));
  };
  return [isAuto, set] as const;
}

const readAuto = async (preferences: PreferencesPort) => (await preferences.get('autoUpdate')) !== 'false';
