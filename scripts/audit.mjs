// Reports known vulnerabilities of the shipped packages in the lock file, according to the npm registry.
//   npm run -s audit
// Exit codes: 0 no known vulnerability, 1 known vulnerabilities, 2 unknown, because the registry has no audit data. Mirrors of the
// registry often have none.
import { spawnSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { root } from './toolchain.mjs';

/**
 * Converts the output of `npm audit --json`.
 * @param {string} json
 * @returns {{ code: 0 | 1 | 2, lines: string[] }} the exit code and the lines to print.
 */
export function auditReport(json) {
  const unknown = (reason) => ({ code: 2, lines: [`Vulnerabilities are unknown: ${reason}`] });
  let answer;
  try {
    answer = JSON.parse(json);
  } catch {
    return unknown('the answer of the registry is not JSON');
  }
  if (answer.error || answer.statusCode)
    return unknown(answer.message ?? answer.error?.summary ?? 'the registry rejected the request');
  if (typeof answer.vulnerabilities !== 'object' || answer.vulnerabilities === null)
    return unknown('the answer of the registry has an unknown form');
  // A package that is vulnerable only through a dependency has names of packages in `via`. The report lists the dependency.
  const vulnerabilities = Object.values(answer.vulnerabilities).flatMap(({ name, severity, range, via }) =>
    via
      .filter((cause) => typeof cause === 'object')
      .map(({ title, url }) => `${severity}: ${name} ${range}: ${title} (${url})`),
  );
  if (vulnerabilities.length > 0) return { code: 1, lines: vulnerabilities };
  const count = answer.metadata?.dependencies?.prod;
  return { code: 0, lines: [`No known vulnerability in ${count ?? 'all'} shipped packages.`] };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json', '--package-lock-only'], {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  const { code, lines } = auditReport(stdout ?? '');
  process.stdout.write(`${lines.join('\n')}\n`);
  process.exitCode = code;
}
