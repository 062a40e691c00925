import { registerPlugin } from '@capacitor/core';
import type { BoundKeyPlugin } from '@sealflow/native-shell';

/** Keys of the Keystore and the Keychain; Capacitor requires a single registration. */
export const BoundKey = registerPlugin<BoundKeyPlugin>('BoundKey');
