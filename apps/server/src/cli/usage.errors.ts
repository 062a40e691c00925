/** What was typed is no command; the message says what is. Exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The command cannot do what was asked; the message says why. Exit code 1. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}
