import { createPublicKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { CapacitorConfig } from '@capacitor/cli';

/** The push provider: Apple and Google, JPush, or none. Two at once would take notifications from each other. */
const pushPlugins: Record<string, readonly string[]> = {
  vendor: ['@capacitor/push-notifications'],
  jpush: ['capacitor-plugin-jpush'],
};

/** The plugins of both shells. */
const plugins = [
  '@aparajita/capacitor-biometric-auth',
  '@aparajita/capacitor-secure-storage',
  '@capacitor-community/sqlite',
  '@capacitor-community/text-to-speech',
  '@capacitor/app',
  '@capacitor/app-launcher',
  '@capacitor/filesystem',
  '@capacitor/geolocation',
  '@capacitor/keyboard',
  '@capacitor/network',
  '@capacitor/share',
  '@capacitor/splash-screen',
  '@capawesome-team/capacitor-file-opener',
  '@capawesome/capacitor-badge',
  '@capawesome/capacitor-live-update',
  '@sealflow/native-shell',
  ...(pushPlugins[process.env['VITE_PUSH'] ?? ''] ?? []),
];

// Without a public key the plugin would accept any bundle. An invalid key makes it reject every one.
const noKey = 'no-key';

const keyFile = process.env['BUNDLE_PUBLIC_KEY_FILE'];
/** Verifies hot updates; its private half signs them (`sealflow release publish`). */
const bundleKey = keyFile ? readKey(keyFile) : noKey;

/**
 * The plugins accept one format: RSA of 2048 bits between `PUBLIC KEY` lines. Of any other, such as `RSA PUBLIC KEY`,
 * they do not strip the lines, and would reject every bundle.
 */
function readKey(file: string): string {
  const key = createPublicKey(readFileSync(file, 'utf8'));
  if (key.asymmetricKeyType !== 'rsa' || key.asymmetricKeyDetails?.modulusLength !== 2048)
    throw new Error('BUNDLE_PUBLIC_KEY_FILE must be an RSA key of 2048 bits');
  return key.export({ type: 'spki', format: 'pem' }).toString().trim();
}

const config: CapacitorConfig = {
  appId: 'cn.sealflow.app',
  appName: '密件通',
  webDir: 'native/dist',
  loggingBehavior: 'debug',
  zoomEnabled: false,
  server: {
    androidScheme: 'https',
    iosScheme: 'capacitor',
    hostname: 'localhost',
    cleartext: false,
    allowNavigation: [],
  },
  android: {
    includePlugins: plugins,
    allowMixedContent: false,
    // The shell has no service worker.
    resolveServiceWorkerRequests: false,
  },
  ios: {
    includePlugins: plugins,
    allowsLinkPreview: false,
    contentInset: 'never',
  },
  plugins: {
    CapacitorCookies: { enabled: false },
    // The page's own fetch stays unpatched, under the page's policy.
    CapacitorHttp: { enabled: false },
    SystemBars: { insetsHandling: 'css', initialViewportFitValueHint: 'cover' },
    Keyboard: { resize: 'native', autoBackdropColor: 'dom' },
    SplashScreen: {
      // The app hides it as soon as its first screen has rendered; this is for a start that fails.
      launchAutoHide: true,
      launchShowDuration: 1500,
      launchFadeOutDuration: 200,
      showSpinner: false,
    },
    LiveUpdate: {
      publicKey: bundleKey,
      // Well above the time that a start waits for an unreachable service on a slow phone: that is not a defect of
      // the code. The plugin counts from the start of the process, also while the app is suspended.
      readyTimeout: 60_000,
      // The app itself counts failed starts of code: one of them blocks nothing permanently.
      autoBlockRolledBackBundles: false,
      autoDeleteBundles: true,
      autoUpdateStrategy: 'none',
    },
    CapacitorSQLite: {
      iosIsEncryption: true,
      androidIsEncryption: true,
      iosKeychainPrefix: 'sealflow',
      iosDatabaseLocation: 'Library/CapacitorDatabase',
      iosBiometric: { biometricAuth: false },
      androidBiometric: { biometricAuth: false },
    },
    // The app itself shows messages that arrive while it is open.
    PushNotifications: { presentationOptions: [] },
    Badge: { persist: true, autoClear: false },
    JPush: {
      appKey: process.env['JPUSH_APP_KEY'] ?? '',
      channel: process.env['JPUSH_CHANNEL'] ?? 'sealflow',
      isProduction: process.env['VITE_ENVIRONMENT'] !== 'test',
      // Otherwise it logs the messages.
      debugMode: false,
      cleanBadgeWhenActive: false,
    },
  },
};

export default config;
