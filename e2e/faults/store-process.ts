// An object store in its own process, so that it can be killed: node store-process.ts FOLDER
import { openTestS3 } from '../../apps/server/testing/s3.ts';

const [directory] = process.argv.slice(2);
if (directory === undefined) throw new Error('usage: node store-process.ts FOLDER');
// The process ends with the run that started it.
process.on('disconnect', () => process.exit(1));
const { options } = await openTestS3({ directory });
process.stdout.write(`Store ${options.url}\n`);
