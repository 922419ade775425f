import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DEFAULT_SERVE_LIMITS } from '../../src/serve/serve-limits.ts';
import { VERSION } from '../../src/version.ts';
import { cli, folderWith } from '../cli/run-cli.ts';
import { COMMAND_LINES, DOCKERFILE, directive, given, PODS, podOf, UNIT } from './command-lines.ts';
import { manifestsOf, pathOf, textOf } from './files.ts';
import { outsideProgram } from './outside-program.ts';

const PORT = 4318;
const { stopTime, drainTime } = DEFAULT_SERVE_LIMITS;
/** Seconds that `serve` takes at most to end where its output takes nothing. */
const STOP_TIME = (stopTime + drainTime) / 1000;
const STOP_SENTENCE = `SIGTERM ends it within ${STOP_TIME} seconds, unless the output goes on taking runs: requests under way have ${stopTime / 1000} seconds, then what is to be forwarded ${drainTime / 4000}, and open runs are written until the output has taken none for ${drainTime / 1000}.`;

const hadolint = outsideProgram('hadolint');
const systemdAnalyze = outsideProgram('systemd-analyze');
const lines = COMMAND_LINES.map((line) => [line.file, line] as const);

describe('where assay-otel serve is started', () => {
  it.each(lines)('%s: gives it options that it has', async (_file, { args }) => {
    const { stdout } = await cli(['serve', '--help']);
    const options = args.filter((arg) => arg.startsWith('--'));
    expect(options).not.toEqual([]);
    expect(stdout.match(/--[a-z-]+/g)).toEqual(expect.arrayContaining(options));
  });

  it.each(lines)('%s: listens on the port of OTLP/HTTP', (_file, { args }) => {
    expect(given(args, '--listen')).toMatch(new RegExp(`:${PORT}$`));
  });

  it.each(lines)('%s: writes only where it may', (_file, { args, writable }) => {
    for (const option of ['--data', '--out']) {
      const folder = given(args, option)?.replace(/^\$\{(\w+)\}/, '$$$1');
      if (folder !== undefined) expect(folder.startsWith(`${writable}/`)).toBe(true);
    }
    expect(given(args, '--data')).toBeDefined();
  });

  it('asks for a token, unless only its own machine or pod reaches it', () => {
    const [, ...managed] = COMMAND_LINES;
    for (const { file, args } of managed) {
      const isSidecar = file.endsWith('sidecar.yaml');
      expect(given(args, '--listen')?.startsWith('127.0.0.1:')).toBe(!file.endsWith('gateway.yaml'));
      expect(args.includes('--token-file')).toBe(!isSidecar);
    }
  });
});

describe('how long it takes to end', () => {
  const places = [...lines.map(([file]) => file), 'docs/serve.md', 'docs/deployment.md'];
  it.each(places)('%s: says it as it is', (file) => {
    const text = textOf(file).replaceAll(/\n *#? */g, ' ');
    expect(text).toContain(STOP_SENTENCE);
  });
});

describe('pods', () => {
  it.each(PODS)('%s: runs as nobody, on a root that is read-only, with no capability', (file) => {
    const { pod, container } = podOf(file);
    const [, user] = /^USER (\d+):\d+$/m.exec(DOCKERFILE) ?? [];
    expect(pod.securityContext).toMatchObject({
      runAsNonRoot: true,
      runAsUser: Number(user),
      seccompProfile: { type: 'RuntimeDefault' },
    });
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
  });

  it.each(PODS)('%s: is of this version, and has time to end', (file) => {
    const { pod, container } = podOf(file);
    expect(container.image).toBe(`assay-otel:${VERSION}`);
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(2 * STOP_TIME);
  });

  it.each(PODS)('%s: leaves room beside the heap for the bodies that it may hold', (file) => {
    const { env = [], resources } = podOf(file).container;
    const options = env.find(({ name }) => name === 'NODE_OPTIONS')?.value ?? '';
    const heap = Number(/--max-old-space-size=(\d+)/.exec(options)?.[1]);
    const [, size = '', unit = ''] = /^(\d+)([GM])i$/.exec(resources.limits.memory) ?? [];
    const limit = Number(size) * (unit === 'G' ? 1024 : 1);
    // As docs/deployment.md asks for.
    expect(limit - heap).toBeGreaterThanOrEqual(400);
  });

  it.each(PODS)('%s: mounts what it names', (file) => {
    const { pod, container } = podOf(file);
    const [claims] = [
      manifestsOf(file)
        .map((one) => JSON.stringify(one))
        .join(),
    ];
    for (const { name } of container.volumeMounts ?? []) expect(claims).toContain(`"name":"${name}"`);
    const tokenFile = given(container.args ?? [], '--token-file');
    if (tokenFile === undefined) return;
    const secret = pod.volumes.find((volume) => volume.secret !== undefined);
    const mount = container.volumeMounts?.find(({ name }) => name === secret?.name);
    expect(tokenFile.startsWith(`${mount?.mountPath}/`)).toBe(true);
  });

  it.each(PODS)('%s: is probed where it listens', (file) => {
    const text = textOf(file);
    const ports = [...text.matchAll(/127\.0\.0\.1:(\d+)|(?:containerPort| {2}port): (\d+)/g)];
    expect(ports.length).toBeGreaterThan(1);
    for (const [, ofUrl, ofField] of ports) expect(Number(ofUrl ?? ofField)).toBe(PORT);
    for (const path of text.match(/\/(?:healthz|readyz|livez)\b/g) ?? [])
      expect(path).toMatch(/^\/(healthz|readyz)$/);
    expect(text).toContain('/healthz');
    expect(text).toContain('/readyz');
  });
});

describe('deploy/Dockerfile', () => {
  it('copies from its context what is there and is not ignored', () => {
    const ignored = textOf('deploy/Dockerfile.dockerignore');
    const sources = [...DOCKERFILE.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, from = '']) =>
      from.split(' '),
    );
    expect(sources).toContain('src');
    for (const source of sources) {
      expect(existsSync(pathOf(source))).toBe(true);
      expect(ignored).toContain(`\n!${source}\n`);
    }
  });

  it('runs the command of the package, of this version', () => {
    const { bin } = JSON.parse(textOf('package.json')) as { bin: Readonly<Record<string, string>> };
    expect(DOCKERFILE).toContain(`ENTRYPOINT ["node", "/opt/assay-otel/${bin['assay-otel']}", "serve"]`);
    expect(DOCKERFILE).toContain(`-t assay-otel:${VERSION} `);
    expect(DOCKERFILE).toMatch(new RegExp(`^EXPOSE ${PORT}$`, 'm'));
    expect(DOCKERFILE).toContain(`http://127.0.0.1:${PORT}/healthz`);
  });

  it.skipIf(!hadolint.isInstalled)('has nothing that hadolint finds', () => {
    expect(hadolint.run(pathOf('deploy/Dockerfile'))).toBe('');
  });
});

describe('deploy/systemd/assay-otel.service', () => {
  it('installs this version, and gives it time to end', () => {
    expect(UNIT).toContain(`assay-otel@${VERSION}\n`);
    expect(Number.parseInt(directive('TimeoutStopSec'), 10)).toBeGreaterThanOrEqual(2 * STOP_TIME);
  });

  it('reads the token that it is handed', () => {
    const [credential] = directive('LoadCredential').split(':');
    expect(directive('ExecStart')).toContain(`\${CREDENTIALS_DIRECTORY}/${credential}`);
  });

  it.skipIf(!systemdAnalyze.isInstalled)('is a unit, and a hardened one', () => {
    const text = UNIT.replace('/usr/local/bin/assay-otel', process.execPath);
    const unit = join(folderWith({ 'assay-otel.service': text }), 'assay-otel.service');
    expect(systemdAnalyze.run('verify', unit)).toBe('');
    expect(systemdAnalyze.run('security', '--offline=true', '--threshold=20', unit)).toContain('OK');
  });
});
