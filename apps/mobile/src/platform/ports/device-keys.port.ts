export type DevicePlatform = 'android' | 'ios' | 'web';

/** This device as the service knows it. Public keys are P-256; private ones never leave WebCrypto. */
export type Device = {
  readonly id: string;
  readonly name: string;
  readonly platform: DevicePlatform;
  readonly agreement: CryptoKeyPair;
  readonly signing: CryptoKeyPair;
};

/** Made only after consent: nothing here makes an id or a key by being asked for it. */
export type DeviceKeysPort = {
  current(): Promise<Device | null>;
  /** Makes the device's id and its two key pairs, or gives those that exist (also when two tabs ask at once). */
  ensure(): Promise<Device>;
  /** Forgets id and keys; the next sign-in is that of a new device. */
  forget(): Promise<void>;
};
