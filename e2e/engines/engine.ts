/** The browser engines that the journeys run in. */
export const engines = ['chromium', 'firefox', 'webkit'] as const;
export type Engine = (typeof engines)[number];

/** The engine of this run. */
export const engine: Engine = engines.find((name) => name === process.env['E2E_ENGINE']) ?? 'chromium';
