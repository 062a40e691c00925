import { Marked } from 'marked';
import { readWholeText } from '../text/read-whole-text.util.ts';
import type { TextStage, TextView } from '../text/text-view.types.ts';
import { showArticle } from './article.viewer.ts';

/** Renders Markdown. */
export async function showMarkdown(stage: TextStage): Promise<TextView> {
  const text = (await readWholeText(stage))
    .replace(/^\ufeff/, '')
    .replace(/^---\r?\n[\s\S]*?\r?\n---\r?\n/, '');
  return showArticle(
    stage,
    new Marked({ gfm: true, async: false }).parse(text, { async: false }),
    'markdown',
  );
}
