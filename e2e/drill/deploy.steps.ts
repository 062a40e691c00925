import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from './deployment.ts';
import { check, type DrillStep, MissingProgramError } from './step.ts';

export const deploySteps: readonly DrillStep[] = [
  {
    name: 'systemd accepts the units',
    run: async ({ folder }) => {
      if (spawnSync('systemd-analyze', ['--version']).error)
        throw new MissingProgramError('systemd-analyze is missing');
      const units = join(folder, 'units');
      mkdirSync(units);
      const source = join(repository, 'deploy/systemd');
      const names = readdirSync(source).filter((name) => /\.(?:service|timer)$/.test(name));
      // Checks that the programs exist.
      for (const name of names) {
        const text = readFileSync(join(source, name), 'utf8').replaceAll('/opt/sealflow', repository);
        writeFileSync(join(units, name), text);
      }
      const paths = names.map((name) => join(units, name));
      const { status, stderr } = spawnSync('systemd-analyze', ['verify', ...paths], { encoding: 'utf8' });
      check(status === 0 && stderr === '', `systemd-analyze verify: ${stderr}`);
    },
  },
  {
    name: 'Prometheus accepts the alarm rules, which fire on failures only',
    run: async ({ folder }) => {
      if (spawnSync('promtool', ['--version']).error) throw new MissingProgramError('promtool is missing');
      const rules = join(folder, 'prometheus');
      cpSync(join(repository, 'deploy/prometheus'), rules, { recursive: true });
      for (const words of [
        ['check', 'rules', 'sealflow.rules.yaml'],
        ['test', 'rules', 'sealflow.rules.test.yaml'],
      ]) {
        const { status, stdout, stderr } = spawnSync('promtool', words, { cwd: rules, encoding: 'utf8' });
        check(status === 0, `promtool ${words.join(' ')}: ${stdout}${stderr}`);
      }
    },
  },
];
