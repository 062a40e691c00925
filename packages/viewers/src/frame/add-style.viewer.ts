import tokens from '@sealflow/ui/styles/tokens.css?inline';

/** Adds the design tokens of the app and further style sheets to the page of a frame. */
export function addStyle(...sheets: readonly string[]): void {
  const style = document.createElement('style');
  style.textContent = [tokens, ...sheets].join('\n');
  document.head.append(style);
}
