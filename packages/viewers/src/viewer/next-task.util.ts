/** Resolves after the waiting tasks of the thread, so that long work does not block input. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
