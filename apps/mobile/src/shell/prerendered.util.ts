/** The attribute of the root while it shows the sign-in form of the document, which React has not taken over. */
export const prerenderedAttribute = 'data-prerendered';

/** Announces at the root what becomes of the document's form. */
export const takeOverEvent = 'sealflow-take-over';

/** `hydrated`: React continues with the form. `replaced`: another screen is shown. */
export type TakeOver = 'hydrated' | 'replaced';

const rootElement = () => document.getElementById('root');

/** Ends the state in which presses on the document's form wait for the app. */
export function announceTakeOver(result: TakeOver): void {
  const root = rootElement();
  if (root === null || !root.hasAttribute(prerenderedAttribute)) return;
  root.removeAttribute(prerenderedAttribute);
  root.dispatchEvent(new CustomEvent<TakeOver>(takeOverEvent, { detail: result }));
}
