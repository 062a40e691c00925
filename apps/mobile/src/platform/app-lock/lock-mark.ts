export const mark = 'locked:1:';

/** Whether a stored text waits for the lock's key. */
export const isSealedText = (stored: string | null): stored is string => stored?.startsWith(mark) === true;
