/** Data from which the device derives the same key again for the same user. */
export type Enrolment = { readonly id: string; readonly salt: string };

/** Texts of the system's prompt, where it shows texts of the app. */
export type PromptTexts = { readonly title: string; readonly cancel: string };

/**
 * `covered`: a system dialog covers the app, or it is about to be hidden; `gone`: it is hidden; `seen`: it is visible
 * again. `covered` or `gone` comes before the system takes its screenshot of the app.
 */
export type AppVisibility = 'seen' | 'covered' | 'gone';

/** The device's user verification for the app lock. */
export type AppLockPort = {
  /** Whether the device can verify its user (fingerprint, face, device code) and bind a key to the verification. */
  canEnrol(): Promise<boolean>;
  /** Enrols the user; null if they refused or the device binds no key. */
  enrol(person: { readonly id: string; readonly name: string }): Promise<Enrolment | null>;
  /** Verifies the user: 32 bytes, always the same; null if the verification failed. */
  deriveKey(enrolment: Enrolment, prompt: PromptTexts): Promise<Uint8Array<ArrayBuffer> | null>;
  /** @returns a function that ends the watch. */
  watch(listener: (visibility: AppVisibility) => void): () => void;
};
