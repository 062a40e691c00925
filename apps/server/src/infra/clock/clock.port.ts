/** The time in milliseconds since 1970. Code that depends on time takes it as an argument, so that tests can set it. */
export type Clock = () => number;

/** Milliseconds that the clock of this machine is behind the clock of the service; negative if it is ahead. */
export const offsetOf = (clock: Clock): number => clock() - Date.now();
