import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError } from '../../../infra/config/config.schemas.ts';
import type { Language } from '../../../infra/http/language.util.ts';
import type { AgreementName, AgreementText, CustomAgreements } from './agreements.usecases.ts';

const names: readonly AgreementName[] = ['eula', 'privacy-policy'];
const languages: readonly Language[] = ['zh', 'en'];

/**
 * Reads the operator's texts: Markdown files such as `eula.zh.md` that begin with `# title`. A line `version: 2.0`
 * after the title sets the version; without it the version is the digest of the file.
 * @throws ConfigError where the folder has no such file, or a file has no title or no text.
 */
export async function readCustomAgreements(folder: string): Promise<CustomAgreements> {
  const pendingTexts = names.flatMap((name) =>
    languages.map(async (language) => ({ name, language, text: await readText(folder, { name, language }) })),
  );
  const customTexts: CustomAgreements = {};
  for (const { name, language, text } of await Promise.all(pendingTexts)) {
    if (text) customTexts[name] = { ...customTexts[name], [language]: text };
  }
  if (Object.keys(customTexts).length === 0)
    throw new ConfigError(
      'LEGAL_DIR must contain at least one of eula.zh.md, eula.en.md, privacy-policy.zh.md, privacy-policy.en.md',
    );
  return customTexts;
}

async function readText(
  folder: string,
  { name, language }: { name: AgreementName; language: Language },
): Promise<AgreementText | undefined> {
  const file = `${name}.${language}.md`;
  const content = await readFile(join(folder, file), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (content === undefined) return undefined;
  const [, title, version, text = ''] =
    /^\uFEFF?# +(.+?)\s*\n(?:\s*version: *(\S+) *\n)?([\s\S]*)$/i.exec(content.replaceAll('\r\n', '\n')) ??
    [];
  if (title === undefined || text.trim() === '')
    throw new ConfigError(`LEGAL_DIR: ${file} must begin with "# title", followed by text`);
  const digest = createHash('sha256').update(content).digest('hex').slice(0, 12);
  return { version: version ?? digest, language, title, text: text.trim() };
}
