/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** `test` or `production` of a native build; a page asks its service. */
  readonly VITE_ENVIRONMENT?: string;
  /** Origin of the service, for builds that are not served by it (the native shells). */
  readonly VITE_API_HOST?: string;
  /** `yes` if the native shell has a key to verify downloaded code. */
  readonly VITE_TAKES_CODE?: string;
  /** Number of the build: the fourth part of the app's version. 0 if not set. */
  readonly VITE_APP_BUILD?: string;
  /** The native shell's push provider: the vendors' own (FCM, APNs), JPush, or none if not set. */
  readonly VITE_PUSH?: 'vendor' | 'jpush';
}
