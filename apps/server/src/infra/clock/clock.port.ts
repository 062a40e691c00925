/** The time in milliseconds since 1970; given to whatever decides by time, so that tests set it. */
export type Clock = () => number;

/** How far this machine's own clock is behind what the service takes for now, in milliseconds; negative where it is ahead. */
export const offsetOf = (clock: Clock): number => clock() - Date.now();
