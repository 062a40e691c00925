export type DevicePlatform = 'android' | 'ios' | 'web';

/** This device as registered with the service. Public keys are P-256; private ones never leave WebCrypto. */
export type Device = {
  readonly id: string;
  readonly name: string;
  readonly platform: DevicePlatform;
  readonly agreement: CryptoKeyPair;
  readonly signing: CryptoKeyPair;
};

/** Used only after consent: reading creates no id and no key. */
export type DeviceKeysPort = {
  current(): Promise<Device | null>;
  /** Creates the device's id and its two key pairs, or returns the existing ones (also when two tabs race). */
  ensure(): Promise<Device>;
  /** Deletes id and keys; the next sign-in is that of a new device. */
  delete(): Promise<void>;
};
