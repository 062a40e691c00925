// Asks the registry for known holes in what is shipped, by the lock file:
//   npm run -s audit
// Exit codes: 0 none is known, 1 some are, 2 the registry does not say (mirrors often do not): then nothing is known.
import { spawnSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { root } from './toolchain.mjs';

/**
 * @param {string} text - what `npm audit --json` printed.
 * @returns {{ code: 0 | 1 | 2, lines: string[] }}
 */
export function verdictOf(text) {
  const unknown = (why) => ({ code: 2, lines: [`The registry does not say what is known: ${why}`] });
  let answer;
  try {
    answer = JSON.parse(text);
  } catch {
    return unknown('no answer that can be read');
  }
  if (answer.error || answer.statusCode) return unknown(answer.message ?? answer.error?.summary ?? 'refused');
  if (typeof answer.vulnerabilities !== 'object' || answer.vulnerabilities === null)
    return unknown('an answer of another form');
  const holes = Object.values(answer.vulnerabilities).flatMap(({ name, severity, range, via }) =>
    via
      .filter((one) => typeof one === 'object')
      .map(({ title, url }) => `${severity}: ${name} ${range}: ${title} (${url})`),
  );
  // One that is there only by another is named with that one.
  if (holes.length > 0) return { code: 1, lines: holes };
  const count = answer.metadata?.dependencies?.prod;
  return { code: 0, lines: [`No hole is known in ${count ?? 'all'} shipped packages.`] };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json', '--package-lock-only'], {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  const { code, lines } = verdictOf(stdout ?? '');
  process.stdout.write(`${lines.join('\n')}\n`);
  process.exitCode = code;
}
