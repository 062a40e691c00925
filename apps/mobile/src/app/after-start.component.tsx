import { useEffect } from 'react';
import { watchFileDrags } from '../shell/file-drop/file-drag.store.ts';
import './file-drag.css';
import { PushMessages } from './push-messages.component.tsx';

/** What every screen needs, also before the sign-in, but not the first paint. */
export default function AfterStart({ consent }: { readonly consent: boolean }) {
  // Also while signed out or locked, where no screen accepts files.
  useEffect(watchFileDrags, []);
  return consent ? <PushMessages /> : null;
}
