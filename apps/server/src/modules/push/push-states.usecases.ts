import type { DatabaseHandle } from '../../infra/database/index.ts';
import { selectPushStates } from './push-states.repository.ts';

/** The push registration of a device and the state of its recent deliveries. */
export interface PushState {
  readonly provider: 'webpush' | 'fcm' | 'apns' | 'jpush';
  readonly registeredAt: number;
  /** Messages that the provider has not accepted yet. */
  readonly waiting: number;
  readonly lastSentAt: number | null;
}

/** By device id; devices without a registration are not included. */
export async function getPushStates(
  db: DatabaseHandle,
  aid: string,
): Promise<ReadonlyMap<string, PushState>> {
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
