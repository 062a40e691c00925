import { create } from 'zustand';
import type { PushPermission } from '../ports/push.port.ts';

type Push = {
  readonly permission: PushPermission;
  /** Null where the person was not asked yet. */
  readonly wanted: boolean | null;
  readonly busy: boolean;
};

export const usePushStore = create<Push>(() => ({ permission: 'unsupported', wanted: null, busy: false }));

export const asWanted = (stored: string | null): boolean | null => (stored === null ? null : stored === 'on');
