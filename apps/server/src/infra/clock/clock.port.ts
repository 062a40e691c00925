/** The time in milliseconds since 1970; given to whatever decides by time, so that tests set it. */
export type Clock = () => number;

export const systemClock: Clock = Date.now;
