import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../toolchain.mjs';

export const name = 'the workflow builds and starts the app of iOS by the Xcode that it needs';

const unless = (holds, problem) => (holds ? [] : [problem]);

/** Read as text: nothing of it can be run here. */
export function check() {
  const workflow = readFileSync(join(root, '.github', 'workflows', 'mobile.yml'), 'utf8');
  const apple = workflow.slice(workflow.search(/^ {2}ios:$/m));
  const docs = readFileSync(join(root, 'docs', 'phone.md'), 'utf8');
  return [
    // capacitor-swift-pm 8 is a binary of Xcode 26.
    ...unless(/runs-on: macos-26$/m.test(apple), 'the job of iOS has not the machine of Xcode 26'),
    ...unless(/xcode-select -s .*\/Applications\/Xcode_26/.test(apple), 'the job of iOS chooses no Xcode 26'),
    ...unless(/xcodebuild test\b/.test(apple), 'nothing starts the app of iOS'),
    ...unless(/Package\.resolved/.test(apple), 'nobody sees which Swift packages were taken'),
    ...['apps/mobile/ios/**', 'packages/native-shell/**']
      .filter((path) => !workflow.includes(`"${path}"`))
      .map((path) => `a change of ${path} builds nothing`),
    ...unless(/branches: \[main\]/.test(workflow), 'a change of main builds nothing'),
    ...unless(
      docs.includes('Xcode 26') && docs.includes('iOS 15.4'),
      'docs/phone.md names no Xcode 26, or no iOS 15.4',
    ),
  ];
}
