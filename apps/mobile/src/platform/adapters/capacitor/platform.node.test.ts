import { describe } from 'vitest';
import { platformContract } from '../../tests/platform-contract.ts';
import { pushContract } from '../../tests/push-contract.ts';
import { phoneRig } from './tests/rig.ts';

describe.each(['android', 'ios'] as const)('native platform on %s', (style) => {
  platformContract(phoneRig(style));
  describe('push by JPush', () => {
    pushContract(phoneRig(style, 'jpush'));
  });
});
