import { useState } from 'react';
import { useTexts } from '../i18n/index.ts';
import { useWebUpdate } from '../platform/updates/web-update.store.ts';
import { exitPaths } from '../shell/navigation/paths.rules.ts';
import { QuietNotice } from '../shell/notices/quiet-notice.component.tsx';
import { useLocation } from '../shell/router/index.ts';

const apply = async () => (await import('../platform/updates/web-update.usecases.ts')).applyWebUpdate();

/** Offers a waiting version; if another tab has activated one, the notice shows on every screen. */
export function WebUpdateNotice() {
  const { state, isPostponed } = useWebUpdate();
  const { pathname } = useLocation();
  const { notices } = useTexts();
  const [applying, setApplying] = useState(false);
  if (state === 'none' || isPostponed) return null;
  // Only on the tabs' screens, so that the notice does not interrupt a task.
  if (state === 'waiting' && !exitPaths.includes(pathname)) return null;
  return (
    <QuietNotice
      text={notices.newVersion}
      dismiss={{ label: notices.later, onPress: () => useWebUpdate.setState({ isPostponed: true }) }}
      action={{
        label: notices.reload,
        busy: applying,
        onPress: () => {
          setApplying(true);
          void apply();
        },
      }}
    />
  );
}
