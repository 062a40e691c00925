import { SplashScreen } from '@capacitor/splash-screen';

/** Hides the splash screen as soon as the app has rendered; the shell's own timeout would hide it later. */
export function hideSplashOnceRendered(root: Node | null): void {
  if (root === null) return;
  const hide = () => void SplashScreen.hide().catch(() => undefined);
  if (root.hasChildNodes()) return hide();
  const observer = new MutationObserver(() => {
    observer.disconnect();
    // After the paint.
    requestAnimationFrame(hide);
  });
  observer.observe(root, { childList: true });
}
