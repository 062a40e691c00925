import { version } from '../../../package.json';

/**
 * The version built into the app, four numbers (section 9): the release's three and the number of the build, which a hot
 * update raises.
 */
export const appVersion = `${version}.${import.meta.env.VITE_APP_BUILD ?? '0'}`;
