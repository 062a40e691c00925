import type { Exception } from './exceptions.ts';

const styles = '{apps/mobile,packages/ui,packages/viewers}/src/**/*.css';

/** Exceptions of style sheets, in sources and in the build. */
export const styleExceptions: readonly Exception[] = [
  {
    features: ['css.properties.text-autospace', 'css.properties.text-spacing-trim'],
    in: ['packages/viewers/src/word/word.css'],
    kind: 'progressive',
    reason:
      'They switch off what an engine without them does not do: the viewer spaces scripts itself, and neighbouring marks keep their space.',
  },
  {
    features: ['css.properties.cursor', 'css.properties.resize', 'css.selectors.selection'],
    in: [styles],
    kind: 'progressive',
    reason:
      'Phones and tablets have no pointer. A field without a resize handle scrolls, and a selection has the colour of the system.',
  },
  {
    features: ['css.properties.overscroll-behavior', 'css.properties.overflow-anchor'],
    in: [styles],
    kind: 'progressive',
    reason:
      'Before Safari 16 the page bounces at its end. A script restores the scroll position when a list grows at its start.',
  },
  {
    features: ['css.properties.text-wrap', 'css.properties.scrollbar-width', 'css.properties.accent-color'],
    in: [styles],
    kind: 'progressive',
    reason:
      'Only the appearance differs: line breaks, the scroll bar of a tab bar, the colour of a native control.',
  },
  {
    features: ['css.at-rules.page', 'css.properties.size'],
    in: ['apps/mobile/src/features/preview/print/print.css'],
    kind: 'progressive',
    reason: 'The print dialog sets the margins and the orientation of the paper where a style sheet cannot.',
  },
  {
    features: ['css.properties.text-size-adjust'],
    in: [styles],
    kind: 'progressive',
    reason: 'The prefixed declaration precedes it. Firefox on a desktop does not inflate text.',
  },
  {
    features: ['css.properties.font-family.ui-monospace'],
    in: ['packages/viewers/src/markdown/markdown.css'],
    kind: 'guarded',
    reason: 'Other font families follow in the list.',
  },
  {
    features: ['css.at-rules.media.resolution'],
    in: ['packages/ui/src/styles/tokens.css'],
    kind: 'guarded',
    reason: 'The build adds -webkit-min-device-pixel-ratio to the query.',
  },
  {
    features: ['css.at-rules.media.forced-colors', 'css.properties.forced-color-adjust'],
    in: ['packages/ui/src/inputs/switch.module.css', 'packages/viewers/src/pdf/pdf.module.css'],
    kind: 'progressive',
    reason: 'An engine without the feature has no forced colours mode.',
  },
  {
    features: ['css.selectors.fullscreen'],
    in: ['apps/mobile/src/app/app-lock.css'],
    kind: 'guarded',
    reason: 'The selector has a separate rule. Another rule uses :-webkit-full-screen.',
  },
  {
    features: ['css.selectors.view-transition-new', 'css.selectors.view-transition-old'],
    in: ['apps/mobile/src/app/transition.css'],
    kind: 'progressive',
    reason:
      'The selectors have separate rules. React starts a transition only in engines that support view transitions.',
  },
];
