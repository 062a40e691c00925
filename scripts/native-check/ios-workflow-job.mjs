// Checks the iOS job of .github/workflows/mobile.yml as text, because the job cannot run here.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../toolchain.mjs';
import { problemUnless } from './project.mjs';

export const name =
  'the workflow mobile.yml builds and starts the iOS app with the required version of Xcode';

export function check() {
  const workflow = readFileSync(join(root, '.github', 'workflows', 'mobile.yml'), 'utf8');
  const iosJob = workflow.slice(workflow.search(/^ {2}ios:$/m));
  const docs = readFileSync(join(root, 'docs', 'phone.md'), 'utf8');
  return [
    // capacitor-swift-pm 8 contains binaries that require Xcode 26.
    ...problemUnless(/runs-on: macos-26$/m.test(iosJob), 'the iOS job does not run on macos-26'),
    ...problemUnless(
      /xcode-select -s .*\/Applications\/Xcode_26/.test(iosJob),
      'the iOS job does not select Xcode 26',
    ),
    ...problemUnless(/xcodebuild test\b/.test(iosJob), 'the iOS job does not run xcodebuild test'),
    ...problemUnless(
      /Package\.resolved/.test(iosJob),
      'the iOS job does not report the resolved Swift packages',
    ),
    ...['apps/mobile/ios/**', 'packages/native-shell/**']
      .filter((path) => !workflow.includes(`"${path}"`))
      .map((path) => `changes of ${path} do not start the workflow`),
    ...problemUnless(/branches: \[main\]/.test(workflow), 'pushes to main do not start the workflow'),
    ...problemUnless(
      docs.includes('Xcode 26') && docs.includes('iOS 15.4'),
      'docs/phone.md does not name Xcode 26 and iOS 15.4',
    ),
  ];
}
