/** Uses up one resource until it is killed. The last argument identifies the process. */
const [, , resource] = process.argv;
const kept: Buffer[] = [];
for (;;) {
  if (resource === 'memory') kept.push(Buffer.alloc(16 * 1_048_576, 1));
  if (resource === 'output')
    await new Promise((resolve) => process.stdout.write(Buffer.alloc(65_536), resolve));
  if (resource === 'memory') await new Promise((resolve) => setTimeout(resolve, 20));
}
