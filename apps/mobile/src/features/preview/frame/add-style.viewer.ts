import tokens from '../../../ui/tokens.css?inline';

/** Gives a frame's page the app's colours and sizes, and what its family adds. */
export function addStyle(...sheets: readonly string[]): void {
  const style = document.createElement('style');
  style.textContent = [tokens, ...sheets].join('\n');
  document.head.append(style);
}
