import { describe } from 'vitest';
import { phoneRig } from '../../../../testing/capacitor/rig.ts';
import { platformContract } from '../../../../testing/platform/platform-contract.ts';
import { pushContract } from '../../../../testing/platform/push-contract.ts';

describe.each(['android', 'ios'] as const)('native platform on %s', (style) => {
  platformContract(phoneRig(style));
  describe('push by JPush', () => {
    pushContract(phoneRig(style, 'jpush'));
  });
});
