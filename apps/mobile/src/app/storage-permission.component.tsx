import { Button } from '@sealflow/ui/inputs/button.component.tsx';
import { Dialog } from '@sealflow/ui/overlays/dialog.component.tsx';
import { useEffect, useState } from 'react';
import { useTexts } from '../i18n/index.ts';
import { usePlatform } from '../platform/index.ts';
import { useShowTip } from '../shell/notices/failure.hook.ts';
import { firstStage, nextStage, type StorageStage } from './storage-permission.rules.ts';

/**
 * Requests access to the device's files after the sign-in, where the system requires a permission (sections 2 and 6).
 */
export function StoragePermission() {
  const { storagePermission, preferences } = usePlatform();
  const { permissions: texts } = useTexts();
  const showTip = useShowTip();
  const [stage, setStage] = useState<StorageStage>(null);
  const [isRequesting, setRequesting] = useState(false);

  useEffect(() => {
    let isUnmounted = false;
    const loadStage = async () => {
      const declined = (await preferences.get('storagePermission')) === 'declined';
      const permission = await storagePermission.state();
      if (!isUnmounted) setStage(firstStage(permission, declined));
    };
    // Without an answer from the system, opening a file reports what is missing.
    loadStage().catch(() => undefined);
    return () => {
      isUnmounted = true;
    };
  }, [preferences, storagePermission]);

  if (stage === null) return null;
  const advance = (answer: Parameters<typeof nextStage>[1]) => {
    const next = nextStage(stage, answer);
    setStage(next.stage);
    if (next.declined) void preferences.set('storagePermission', 'declined');
    if (next.report === null) return;
    showTip(next.report === 'granted' ? 'file.permission_granted' : 'file.permission_refused');
  };
  const authorise = async () => {
    setRequesting(true);
    advance(await storagePermission.request().catch(() => 'refused' as const));
    setRequesting(false);
  };
  const decline = () => advance(stage === 'first' ? 'later' : 'no');
  const words = texts[stage];
  return (
    <Dialog
      key={stage}
      open
      title={words.title}
      onDismiss={decline}
      actions={
        <>
          <Button onClick={decline}>{words.decline}</Button>
          <Button variant="primary" loading={isRequesting} onClick={() => void authorise()}>
            {texts.authorise}
          </Button>
        </>
      }
    >
      <p>{words.text}</p>
    </Dialog>
  );
}
