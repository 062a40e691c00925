/** How the states of a post are coloured. */
export const toneOf = { scheduled: 'warning', sent: 'good', withdrawn: 'bad' } as const;
