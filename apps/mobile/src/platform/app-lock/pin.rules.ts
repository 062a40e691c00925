export const pinLength = 6;
/** Wrong PINs after which only a new sign-in helps. */
export const maxPinFailures = 5;
/** Times in the background before the app locks, in ms. */
export const lockDelaysMs = [0, 60_000, 300_000, 900_000] as const;

export const isPin = (text: string): boolean => /^\d{6}$/u.test(text);

/** Six equal digits, or an ascending or descending sequence: the first guesses of an attacker. */
export function isGuessable(pin: string): boolean {
  const digits = Array.from(pin, Number);
  const steps = digits.slice(1).map((digit, index) => digit - (digits[index] ?? 0));
  return steps.every((step) => step === steps[0]) && Math.abs(steps[0] ?? 0) <= 1;
}

type HiddenPeriod = {
  readonly hiddenAt: number;
  readonly now: number;
  /** Elapsed time in ms by a clock that the user cannot set; it may stop while the device sleeps. */
  readonly elapsedMs: number;
  readonly delayMs: number;
};

/**
 * Whether the app locks when it becomes visible again. A clock that was set back locks, unless the change is smaller
 * than the time away, which gains nothing.
 */
export const isLockDue = ({ hiddenAt, now, elapsedMs, delayMs }: HiddenPeriod) =>
  now < hiddenAt || Math.max(now - hiddenAt, elapsedMs) >= delayMs;
