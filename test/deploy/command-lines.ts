import { manifestsOf, textOf } from './files.ts';

export interface Container {
  readonly name: string;
  readonly image: string;
  readonly args?: readonly string[];
  readonly env?: readonly { readonly name: string; readonly value?: string }[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly securityContext: Readonly<Record<string, unknown>>;
  readonly volumeMounts?: readonly { readonly name: string; readonly mountPath: string }[];
  readonly resources: { readonly limits: { readonly memory: string } };
}
export interface Workload {
  readonly kind: string;
  readonly spec: {
    readonly template: {
      readonly spec: {
        readonly terminationGracePeriodSeconds: number;
        readonly securityContext: Readonly<Record<string, unknown>>;
        readonly initContainers?: readonly Container[];
        readonly containers: readonly Container[];
        readonly volumes: readonly { readonly name: string; readonly secret?: unknown }[];
      };
    };
  };
}

/** One place in `deploy/` where `assay-otel serve` is started. */
export interface CommandLine {
  readonly file: string;
  readonly args: readonly string[];
  /** Where it may write. */
  readonly writable: string;
}

export const DOCKERFILE = textOf('deploy/Dockerfile').replaceAll(/\\\n\s*/g, ' ');
export const UNIT = textOf('deploy/systemd/assay-otel.service');

/** The pod of a file, and the container in it that is ours. */
export function podOf(file: string) {
  const workload = (manifestsOf(file) as readonly Workload[]).find(({ kind }) => kind !== 'Service');
  const pod = workload?.spec.template.spec;
  const container = [...(pod?.initContainers ?? []), ...(pod?.containers ?? [])].find(({ image }) =>
    image.startsWith('assay-otel:'),
  );
  if (pod === undefined || container === undefined) throw new Error(`Expected ${file} to run assay-otel`);
  return { pod, container };
}

export const PODS = ['deploy/kubernetes/sidecar.yaml', 'deploy/kubernetes/gateway.yaml'];

/** The value of a line of the unit. */
export function directive(name: string): string {
  return new RegExp(`^${name}=(.*)$`, 'm').exec(UNIT)?.[1] ?? '';
}

/** The words of an instruction of the Dockerfile in its JSON form. */
function instruction(name: string): readonly string[] {
  return JSON.parse(new RegExp(`^${name} (\\[.*\\])$`, 'm').exec(DOCKERFILE)?.[1] ?? '[]') as string[];
}

export const COMMAND_LINES: readonly CommandLine[] = [
  { file: 'deploy/Dockerfile', args: instruction('CMD'), writable: instruction('VOLUME')[0] ?? '' },
  {
    file: 'deploy/systemd/assay-otel.service',
    args: directive('ExecStart').split(' ').slice(2),
    writable: '$STATE_DIRECTORY',
  },
  ...PODS.map((file) => {
    const { args = [], volumeMounts = [] } = podOf(file).container;
    return { file, args, writable: volumeMounts[0]?.mountPath ?? '' };
  }),
];

/** What stands after an option. */
export function given(args: readonly string[], option: string): string | undefined {
  const at = args.indexOf(option);
  return at === -1 ? undefined : args[at + 1];
}
