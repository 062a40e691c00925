import { usePushRegistration } from '../platform/push/index.ts';
import { usePushMessages } from './push-messages.hook.ts';
import { PushOffer } from './push-offer.component.tsx';
import { WebUpdateNotice } from './web-update-notice.component.tsx';

/** What the installed app does beside its screens: pushes and new versions. */
export default function InstalledPart() {
  usePushRegistration();
  usePushMessages();
  return (
    <>
      <WebUpdateNotice />
      <PushOffer />
    </>
  );
}
