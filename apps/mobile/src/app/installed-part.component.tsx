import { UpdateLayer } from '../features/updates/update-layer.component.tsx';
import { usePushRegistration } from '../platform/push/index.ts';
import { usePushMessages } from './push-messages.hook.ts';
import { PushOffer } from './push-offer.component.tsx';
import { useResumedTransfers } from './resumed-transfers.hook.ts';
import { WebUpdateNotice } from './web-update-notice.component.tsx';

/** What the app does beside its screens: pushes, new versions, downloads under way. */
export default function InstalledPart() {
  usePushRegistration();
  usePushMessages();
  useResumedTransfers();
  return (
    <>
      <WebUpdateNotice />
      <PushOffer />
      <UpdateLayer />
    </>
  );
}
