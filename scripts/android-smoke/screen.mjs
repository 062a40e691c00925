// Reads the texts on the screen of a phone from a dump of uiautomator. The dump includes the accessible texts of web pages.
import { DOMParser } from '@xmldom/xmldom';

/**
 * @typedef {{ left: number, top: number, right: number, bottom: number }} Bounds in pixels.
 * @typedef {{ text: string, package: string, bounds: Bounds }} ScreenNode
 */

/** A smaller box contains no readable text. */
const minTextSizePixels = 8;

/** @returns {Bounds} */
function boundsOf(text) {
  const [left = 0, top = 0, right = 0, bottom = 0] = (text.match(/-?\d+/g) ?? []).map(Number);
  return { left, top, right, bottom };
}

/**
 * @param {string} xml - a dump of uiautomator.
 * @returns {ScreenNode[]} the nodes with a text, in the order of the dump.
 */
export function nodesOf(xml) {
  const { documentElement } = new DOMParser().parseFromString(xml, 'text/xml');
  return Array.from(documentElement.getElementsByTagName('node'))
    .map((node) => ({
      text: ['text', 'content-desc', 'hint']
        .map((key) => node.getAttribute(key) ?? '')
        .join(' ')
        .trim(),
      package: node.getAttribute('package') ?? '',
      bounds: boundsOf(node.getAttribute('bounds') ?? ''),
    }))
    .filter(({ text }) => text !== '');
}

/** @param {Bounds} bounds */
const isReadable = ({ left, top, right, bottom }) =>
  right - left >= minTextSizePixels && bottom - top >= minTextSizePixels && right > 0 && bottom > 0;

/**
 * Finds the texts that a person cannot read on the screen: missing texts, and texts whose box is too small or off the screen.
 * @param {ScreenNode[]} nodes
 * @param {readonly string[]} texts
 */
export const unreadableTexts = (nodes, texts) =>
  texts.filter((text) => !nodes.some((node) => node.text.includes(text) && isReadable(node.bounds)));

/**
 * @param {ScreenNode[]} nodes
 * @param {string} text
 * @returns {{ x: number, y: number } | undefined} the centre of the node with this text, in pixels.
 */
export function centreOf(nodes, text) {
  const found = nodes.find((node) => node.text === text && isReadable(node.bounds));
  if (found === undefined) return undefined;
  const { left, top, right, bottom } = found.bounds;
  return { x: Math.round((left + right) / 2), y: Math.round((top + bottom) / 2) };
}
