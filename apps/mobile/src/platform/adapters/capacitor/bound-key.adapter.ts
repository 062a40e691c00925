import { registerPlugin } from '@capacitor/core';
import type { BoundKeyPlugin } from '@sealflow/native-shell';

/** Keys of the Keystore and the Keychain; registered once, as Capacitor wants it. */
export const BoundKey = registerPlugin<BoundKeyPlugin>('BoundKey');
