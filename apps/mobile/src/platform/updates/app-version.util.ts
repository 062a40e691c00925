import { version } from '../../../package.json';

/**
 * The app's built-in version, four numbers (section 9): the release's three and the build number, which a hot update
 * raises.
 */
export const appVersion = `${version}.${import.meta.env.VITE_APP_BUILD ?? '0'}`;
