import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { packageRoot } from '../../src/database/package-root.ts';
import { startMonitor } from '../../src/operations/monitor/start-monitor.ts';
import { loadSettings, parseSettings } from '../../src/settings/load-settings.ts';
import { readYaml } from '../../src/settings/yaml.ts';
import { run } from '../cli/command.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { example, notUnderstood } from './command-lines.ts';

describe('the Dockerfile', () => {
  const instructions = example('Dockerfile')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ name: line.split(' ')[0]!, rest: line.slice(line.indexOf(' ') + 1) }));
  const rest = (name: string) => instructions.filter((one) => one.name === name).map((one) => one.rest);
  const lastStage = instructions.slice(instructions.findLastIndex(({ name }) => name === 'FROM'));
  const copied = lastStage
    .filter(({ name }) => name === 'COPY')
    .flatMap(({ rest: words }) =>
      words
        .split(' ')
        .filter((word) => !word.startsWith('--'))
        .slice(0, -1),
    )
    .map((path) => path.replace('/build/', ''));
  const manifest = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'));

  it('has no instruction that Docker does not know, and its stages are of the Node that the package needs', () => {
    const known = /^(FROM|WORKDIR|COPY|RUN|ENV|VOLUME|USER|EXPOSE|HEALTHCHECK|STOPSIGNAL|ENTRYPOINT|CMD)$/;
    expect(instructions.filter(({ name }) => !known.test(name))).toEqual([]);
    const major = /\d+/.exec(manifest.engines.node)![0];
    expect(rest('FROM').every((image) => image.startsWith(`node:${major}-slim`))).toBe(true);
  });

  it('copies what the package has, and all of it that the program needs', () => {
    const ofPackage = [...manifest.files, 'package.json', 'package-lock.json'];
    expect(copied.filter((path) => !ofPackage.includes(path))).toEqual([]);
    const papers = [
      'man',
      'docs',
      'examples',
      'reports/README.md',
      'README.md',
      'CONTRIBUTING.md',
      'SECURITY.md',
      'CHANGELOG.md',
    ];
    expect(ofPackage.filter((path) => !papers.includes(path) && !copied.includes(path))).toEqual([]);
    expect(copied.filter((path) => path !== 'dist' && !existsSync(join(packageRoot, path)))).toEqual([]);
    const ignored = example('Dockerfile.dockerignore').trim().split('\n');
    expect(copied.filter((path) => path !== 'dist' && ignored.includes(path))).toEqual([]);
  });

  it('runs the program by a user that is not root, with settings that there are', () => {
    expect(rest('USER')).toEqual(['node']);
    const environment = Object.fromEntries(rest('ENV').map((text) => text.split('=', 2)));
    const { monitor } = loadSettings({ environment, workingDirectory: temporaryFolder() });
    expect(monitor.listen).toBe(`0.0.0.0:${rest('EXPOSE')[0]}`);
  });

  it('starts what the package starts with', async () => {
    const [entry, words] = [rest('ENTRYPOINT'), rest('CMD')].map(([text]) => JSON.parse(text!) as string[]);
    expect(entry).toEqual(['node', `/app/${manifest.bin['payin-recon']}`]);
    const program = [process.execPath, join(packageRoot, manifest.bin['payin-recon'])] as const;
    const { code, stdout } = await run([...words!, '--help'], {
      cwd: temporaryFolder(),
      program: [...program],
    });
    expect(code).toBe(0);
    expect(stdout).toContain('payin-recon schedule');
  });

  it('is healthy as long as the schedule goes on', async () => {
    const [, text] = /CMD (.*)$/.exec(rest('HEALTHCHECK')[0]!)!;
    const [, ...words] = JSON.parse(text!) as string[];
    let isAlive = true;
    const monitor = await startMonitor({
      listen: '127.0.0.1:0',
      alive: () => isAlive,
      ready: async () => true,
      snapshot: () => Promise.reject(new Error('nobody asks')),
    });
    onTestFinished(() => monitor.close());
    const check = async () => {
      const asked = words.map((word) => word.replace('127.0.0.1:9464', monitor.address));
      const [code] = await once(spawn(process.execPath, asked, { stdio: 'ignore' }), 'exit');
      return code;
    };
    expect(await check()).toBe(0);
    isAlive = false;
    expect(await check()).toBe(1);
    await monitor.close();
    expect(await check()).toBe(1);
  });
});

describe('the manifests for Kubernetes', () => {
  const documents = parseAllDocuments(example('kubernetes.yaml'), { version: '1.1' });
  const all = documents.map((document) => document.toJS());
  const only = (kind: string) => all.find((one) => one.kind === kind);
  const cronJob = only('CronJob').spec;
  const deployment = only('Deployment').spec;
  const pods = [cronJob.jobTemplate.spec.template, deployment.template];
  const settings = parseSettings(
    readYaml(only('ConfigMap').data['payin-recon.yaml'], 'payin-recon.yaml').value,
  );

  it('are of kinds that there are, in the words of YAML 1.1, each by itself', () => {
    expect(documents.flatMap(({ errors, warnings }) => [...errors, ...warnings])).toEqual([]);
    expect(all.map(({ apiVersion, kind }) => `${apiVersion} ${kind}`)).toEqual([
      'v1 ConfigMap',
      'v1 PersistentVolumeClaim',
      'batch/v1 CronJob',
      'apps/v1 Deployment',
      'v1 Service',
    ]);
  });

  it('have one of both at work, and never two at once', () => {
    expect(cronJob).toMatchObject({ suspend: false, concurrencyPolicy: 'Forbid', schedule: '*/5 * * * *' });
    expect(deployment).toMatchObject({ replicas: 0, strategy: { type: 'Recreate' } });
  });

  it.each(pods.map((pod, index) => [['CronJob', 'Deployment'][index]!, pod] as const))(
    'give the %s what it names, and little more',
    (_kind, { spec }) => {
      const [container] = spec.containers;
      expect(notUnderstood(container.args)).toEqual([]);
      expect(container.args.at(-1)).toBe('/etc/payin-recon/payin-recon.yaml');
      const volumes = spec.volumes.map(({ name }: { name: string }) => name).sort();
      const mounts: ReadonlyArray<{ name: string; mountPath: string }> = container.volumeMounts;
      expect(mounts.map(({ name }) => name).sort()).toEqual(volumes);
      const places = mounts.map(({ mountPath }) => mountPath);
      for (const path of [settings.databaseUrlFile!, settings.out, settings.sources[0]!.paths![0]!]) {
        expect(places.some((place) => path.startsWith(place))).toBe(true);
      }
      expect(spec).toMatchObject({
        automountServiceAccountToken: false,
        enableServiceLinks: false,
        securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      });
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      expect(spec.terminationGracePeriodSeconds).toBeGreaterThan(settings.jobs.stopSeconds);
      const secret = spec.volumes.find(({ name }: { name: string }) => name === 'secret').secret;
      expect(secret.defaultMode).toBe(0o440);
      expect(spec.volumes[0].configMap.name).toBe(only('ConfigMap').metadata.name);
      expect(spec.volumes[2].persistentVolumeClaim.claimName).toBe(
        only('PersistentVolumeClaim').metadata.name,
      );
    },
  );

  it('ask the daemon where it listens', () => {
    const [container] = deployment.template.spec.containers;
    expect(settings.monitor.listen).toBe(`0.0.0.0:${container.ports[0].containerPort}`);
    expect([container.livenessProbe, container.readinessProbe].map(({ httpGet }) => httpGet)).toEqual([
      { path: '/healthz', port: container.ports[0].name },
      { path: '/readyz', port: container.ports[0].name },
    ]);
    const labels = deployment.template.metadata.labels;
    expect(deployment.selector.matchLabels).toEqual(labels);
    expect(only('Service').spec.selector).toEqual(labels);
    expect(pods[0].metadata.labels).not.toEqual(labels);
  });
});
