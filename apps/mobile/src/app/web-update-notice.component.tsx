import { useState } from 'react';
import { useLocation } from 'react-router';
import { useTexts } from '../i18n/index.ts';
import { useWebUpdate } from '../platform/updates/web-update.store.ts';
import { exitPaths } from './shell/paths.ts';
import { QuietNotice } from './shell/quiet-notice.component.tsx';

const apply = async () => (await import('../platform/updates/web-update.ts')).applyWebUpdate();

/** A new version waits until it is wanted; where another tab has started it, this page is told wherever it stands. */
export function WebUpdateNotice() {
  const { state, putOff } = useWebUpdate();
  const { pathname } = useLocation();
  const { notices } = useTexts();
  const [applying, setApplying] = useState(false);
  if (state === 'none' || putOff) return null;
  // Within a task nothing draws the eye away; the tabs' screens are where one comes to rest.
  if (state === 'waiting' && !exitPaths.includes(pathname)) return null;
  return (
    <QuietNotice
      text={notices.newVersion}
      dismiss={{ label: notices.later, onPress: () => useWebUpdate.setState({ putOff: true }) }}
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
