// What uiautomator sees of a phone's screen: the texts of the page too, as a screen reader has them.
import { DOMParser } from '@xmldom/xmldom';

/**
 * @typedef {{ left: number, top: number, right: number, bottom: number }} Bounds in pixels.
 * @typedef {{ text: string, package: string, bounds: Bounds }} ScreenNode
 */

/** Less than this is no line of text, in pixels of any screen. */
const leastTextSize = 8;

/** @returns {Bounds} */
function boundsOf(text) {
  const [left = 0, top = 0, right = 0, bottom = 0] = (text.match(/-?\d+/g) ?? []).map(Number);
  return { left, top, right, bottom };
}

/**
 * @param {string} xml - a dump of uiautomator's.
 * @returns {ScreenNode[]} those with a text, in the order of the screen.
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
  right - left >= leastTextSize && bottom - top >= leastTextSize && right > 0 && bottom > 0;

/**
 * The texts that a person cannot read on this screen: missing ones, and those whose box has no size.
 * @param {ScreenNode[]} nodes
 * @param {readonly string[]} texts
 */
export const unreadable = (nodes, texts) =>
  texts.filter((text) => !nodes.some((node) => node.text.includes(text) && isReadable(node.bounds)));

/**
 * @param {ScreenNode[]} nodes
 * @param {string} text
 * @returns {{ x: number, y: number } | undefined} where a finger presses it.
 */
export function centreOf(nodes, text) {
  const found = nodes.find((node) => node.text === text && isReadable(node.bounds));
  if (found === undefined) return undefined;
  const { left, top, right, bottom } = found.bounds;
  return { x: Math.round((left + right) / 2), y: Math.round((top + bottom) / 2) };
}
