/** What the device needs to give the same key again to the same person. */
export type Enrolment = { readonly id: string; readonly salt: string };

/** What stands in the system's question, where it shows words of the app. */
export type Question = { readonly title: string; readonly cancel: string };

/**
 * `covered`: something of the system lies over the app, or it is on its way out of sight; `gone`: it is out of sight;
 * `seen`: it is back. `covered` or `gone` comes before the system takes its picture of the app.
 */
export type Sight = 'seen' | 'covered' | 'gone';

/** What the device itself gives to the app lock. */
export type AppLockPort = {
  /** Whether the device knows its person by itself (fingerprint, face, its own code) and can bind a key to that. */
  canEnrol(): Promise<boolean>;
  /** Has the device know this person from now on; null where they refused or it binds no key. */
  enrol(person: { readonly id: string; readonly name: string }): Promise<Enrolment | null>;
  /** Asks the person to show themselves to the device: 32 bytes, always the same; null where they did not. */
  key(enrolment: Enrolment, question: Question): Promise<Uint8Array<ArrayBuffer> | null>;
  /** Returns the function that ends it. */
  watch(listener: (sight: Sight) => void): () => void;
};
