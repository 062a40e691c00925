/** The command line is invalid; the message says what is valid. Exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The command failed; the message says why. Exit code 1. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}
