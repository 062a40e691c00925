import type { DatabaseHandle } from '../../infra/database/index.ts';
import { selectPushStates } from './push-states.repository.ts';

/** Where pushes to a device of an account go, and what became of those of late. */
export interface PushState {
  readonly provider: 'webpush' | 'fcm' | 'apns' | 'jpush';
  readonly registeredAt: number;
  /** Messages that the provider has not taken yet. */
  readonly waiting: number;
  readonly lastSentAt: number | null;
}

/** By the device; a device that takes no pushes has none. */
export async function pushStatesOf(db: DatabaseHandle, aid: string): Promise<ReadonlyMap<string, PushState>> {
  const rows = await selectPushStates(db, aid);
  return new Map(
    rows.map(({ device_id, provider, updated_at, waiting, last_sent_at }) => [
      device_id,
      {
        provider,
        registeredAt: updated_at.getTime(),
        waiting: waiting ?? 0,
        lastSentAt: last_sent_at?.getTime() ?? null,
      },
    ]),
  );
}
