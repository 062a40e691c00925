export const pinLength = 6;
/** Wrong PINs after which only a new sign-in helps. */
export const mostFailures = 5;
/** How long the app may be out of sight before it locks, ms. */
export const lockDelays = [0, 60_000, 300_000, 900_000] as const;

export const isPin = (text: string): boolean => /^\d{6}$/u.test(text);

/** Six times the same digit, or a row of them up or down: what is tried first. */
export function isGuessable(pin: string): boolean {
  const digits = Array.from(pin, Number);
  const steps = digits.slice(1).map((digit, index) => digit - (digits[index] ?? 0));
  return steps.every((step) => step === steps[0]) && Math.abs(steps[0] ?? 0) <= 1;
}

type Hidden = {
  readonly hiddenAt: number;
  readonly now: number;
  /** Time since then that nobody can set; a device asleep may not count it. */
  readonly passed: number;
  readonly delayMs: number;
};

/** Whether the app locks when it is back in sight; a clock that was set back locks, and one set back a little gains nothing. */
export const isLockDue = ({ hiddenAt, now, passed, delayMs }: Hidden) =>
  now < hiddenAt || Math.max(now - hiddenAt, passed) >= delayMs;
