import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, inject } from 'vitest';
import { type Child, start } from './child.ts';
import { freeAddresses } from './free-address.ts';
import { until } from './until.ts';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** One broker, which is its own controller; topics have four partitions. */
const properties = (broker: string, controller: string, folder: string): string => `
process.roles=broker,controller
node.id=1
controller.quorum.voters=1@${controller}
listeners=PLAINTEXT://${broker},CONTROLLER://${controller}
advertised.listeners=PLAINTEXT://${broker}
controller.listener.names=CONTROLLER
listener.security.protocol.map=CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT
log.dirs=${join(folder, 'log')}
num.partitions=4
offsets.topic.replication.factor=1
offsets.topic.num.partitions=1
transaction.state.log.replication.factor=1
transaction.state.log.min.isr=1
share.coordinator.state.topic.replication.factor=1
share.coordinator.state.topic.min.isr=1
group.initial.rebalance.delay.ms=0
`;

/** A Kafka broker, its data in a folder of its own. */
export async function startKafka(): Promise<Child & { readonly broker: string }> {
  const [broker = '', controller = ''] = await freeAddresses(2);
  const folder = mkdtempSync(join(tmpdir(), 'assay-otel-kafka-'));
  folders.push(folder);
  const config = join(folder, 'server.properties');
  writeFileSync(config, properties(broker, controller, folder));
  const java = (main: string, ...args: string[]) => [
    '-Xmx256m',
    '-cp',
    join(inject('peers').kafka, '*'),
    main,
    ...args,
  ];
  const cluster = randomBytes(16).toString('base64url');
  execFileSync('java', java('kafka.tools.StorageTool', 'format', '-t', cluster, '-c', config), {
    stdio: 'pipe',
  });
  const env = { PATH: process.env.PATH ?? '' };
  // Without a logger it says nothing but that it has none.
  const kafka = await start({
    path: 'java',
    args: java('kafka.Kafka', config),
    cwd: folder,
    env,
    ready: 'SLF4J',
  });
  await until('the broker to listen', () => listens(broker));
  return { ...kafka, broker };
}

function listens(address: string): Promise<boolean> {
  const [host = '', port = ''] = address.split(':');
  const socket = connect(Number(port), host);
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  }).finally(() => socket.destroy()) as Promise<boolean>;
}
