import { useTenant } from '../../../platform/session/index.ts';
import { RefusedNotice } from './refused-notice.component.tsx';
import { UndoOffer } from './undo-offer.component.tsx';

/** What follows a decision while the person is at another task already. */
export function DecisionQueue() {
  if (useTenant() === null) return null;
  return (
    <>
      <UndoOffer />
      <RefusedNotice />
    </>
  );
}
