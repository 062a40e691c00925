import { SplashScreen } from '@capacitor/splash-screen';

/** Takes the splash away as soon as something of the app stands in its place; the shell takes it away late otherwise. */
export function endSplash(root: Node | null): void {
  if (root === null) return;
  const hide = () => void SplashScreen.hide().catch(() => undefined);
  if (root.hasChildNodes()) return hide();
  const observer = new MutationObserver(() => {
    observer.disconnect();
    // Drawn before it is uncovered.
    requestAnimationFrame(hide);
  });
  observer.observe(root, { childList: true });
}
