export const sealedTextPrefix = 'locked:1:';

/** Whether a stored text is sealed with the lock key. */
export const isSealedText = (stored: string | null): stored is string =>
  stored?.startsWith(sealedTextPrefix) === true;
