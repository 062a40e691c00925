import config from './playwright.config.ts';
export default { ...config, expect: { timeout: 120_000 } };
