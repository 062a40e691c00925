import { watermarkLines } from '@sealflow/domain/watermark';
import { usePlatform } from '../../../platform/index.ts';
import { useSignedIn } from '../../../platform/session/index.ts';

/** Returns a function for the lines of the watermark: the reader and the present time. */
export function useWatermark(): () => readonly string[] {
  const platform = usePlatform();
  const { account, user } = useSignedIn();
  return () =>
    watermarkLines({
      mobileNo: account.mobileNo,
      email: account.email,
      name: user?.name ?? '',
      at: new Date(platform.clock.now()),
    });
}
