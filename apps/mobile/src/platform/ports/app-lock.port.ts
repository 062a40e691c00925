/** What the device needs to give the same key again to the same person. */
export type Enrolment = { readonly id: string; readonly salt: string };

/** What the device itself gives to the app lock. */
export type AppLockPort = {
  /** Whether the device knows its person by itself (fingerprint, face, its own code) and can bind a key to that. */
  canEnrol(): Promise<boolean>;
  /** Asks the device to know this person from now on; null where they refused or it binds no key. */
  enrol(person: { readonly id: string; readonly name: string }): Promise<Enrolment | null>;
  /** Asks the person to show themselves to the device: 32 bytes, always the same; null where they did not. */
  key(enrolment: Enrolment): Promise<Uint8Array<ArrayBuffer> | null>;
  /** Told `false` when the app goes out of sight, before the system takes its picture, and `true` when it is back. */
  watch(listener: (visible: boolean) => void): () => void;
};
