/** What Chromium tells about the connection. Other browsers tell nothing. */
export type Connection = {
  readonly saveData?: boolean;
  readonly type?: string;
  readonly effectiveType?: string;
};

const meteredTypes = new Set(['bluetooth', 'cellular', 'wimax']);
const slowTypes = new Set(['slow-2g', '2g', '3g']);

/**
 * Whether a large download in advance is wrong on a connection: its data may cost money, the person saves data, or the download
 * would slow down everything else. A browser on a computer that tells nothing counts as unmetered.
 */
export const isMetered = ({ saveData, type, effectiveType }: Connection = {}): boolean =>
  saveData === true || meteredTypes.has(type ?? '') || slowTypes.has(effectiveType ?? '');

const connectionOf = (browser: Navigator) =>
  (browser as Navigator & { readonly connection?: Connection & EventTarget }).connection;

/**
 * Calls `onChange` when the connection changes, with whether it is metered.
 * @returns the present state, and a function that ends the subscription.
 */
export function watchConnection(onChange: (metered: boolean) => void) {
  const connection = connectionOf(navigator);
  const notify = () => onChange(isMetered(connection));
  connection?.addEventListener('change', notify);
  return {
    isMetered: () => isMetered(connection),
    end: () => connection?.removeEventListener('change', notify),
  };
}
