import { type Check, problem } from './doctor-checks.ts';

/** How an exporter answered; never the message of its error, which may quote a URL or what a server wrote. */
export interface ExportAnswer {
  readonly exporter: string;
  readonly isSuccess: boolean;
  /** A system error, an HTTP status or a gRPC status. */
  readonly code: string | number | undefined;
  readonly name: string | undefined;
}

interface Words {
  readonly codes: readonly (string | number)[];
  readonly says: string;
  readonly mend: string;
}

const HEADERS = 'check OTEL_EXPORTER_OTLP_HEADERS: the credentials of the backend, `key=value`';
const ADDRESS = 'check OTEL_EXPORTER_OTLP_ENDPOINT, and that a Collector or backend listens there';

/** The gRPC statuses are below 20, the HTTP ones from 100 on. */
const WORDS: readonly Words[] = [
  {
    codes: ['ECONNREFUSED', 14],
    says: 'nothing listens there',
    mend: 'start a Collector there, or set OTEL_EXPORTER_OTLP_ENDPOINT (HTTP is port 4318, gRPC 4317)',
  },
  {
    codes: ['ERR_INVALID_PROTOCOL', 'ERR_INVALID_URL'],
    says: 'the address is no URL',
    mend: 'set OTEL_EXPORTER_OTLP_ENDPOINT with http:// or https:// before it',
  },
  { codes: ['ENOTFOUND', 'EAI_AGAIN'], says: 'no such host', mend: ADDRESS },
  { codes: ['ETIMEDOUT', 'ESOCKETTIMEDOUT', 4], says: 'no answer in time', mend: ADDRESS },
  {
    codes: ['ECONNRESET', 'EPIPE', 'HPE_INVALID_CONSTANT', 'ERR_HTTP2_ERROR', 13],
    says: 'what listens there speaks another protocol, or hung up',
    mend: 'set OTEL_EXPORTER_OTLP_PROTOCOL to what the port takes: http/protobuf on 4318, grpc on 4317',
  },
  { codes: [401, 403, 7, 16], says: 'the credentials were refused', mend: HEADERS },
  {
    codes: [404, 405, 12],
    says: 'there is no receiver of traces at that path',
    mend: 'OTEL_EXPORTER_OTLP_ENDPOINT is the base (`/v1/traces` is added), OTEL_EXPORTER_OTLP_TRACES_ENDPOINT the whole',
  },
  {
    codes: [400, 415],
    says: 'the receiver does not take this form',
    mend: 'set OTEL_EXPORTER_OTLP_PROTOCOL to "http/protobuf" or "http/json", as the receiver asks for it',
  },
  {
    codes: [413, 8],
    says: 'the receiver takes no message of that size',
    mend: 'raise its limit, or lower OTEL_BSP_MAX_EXPORT_BATCH_SIZE',
  },
  {
    codes: ['DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
    says: 'its certificate is not trusted here',
    mend: 'set OTEL_EXPORTER_OTLP_CERTIFICATE or NODE_EXTRA_CA_CERTS to the authority that signed it',
  },
  {
    codes: ['EPROTO', 'ERR_SSL_WRONG_VERSION_NUMBER'],
    says: 'one side speaks TLS and the other does not',
    mend: 'set OTEL_EXPORTER_OTLP_ENDPOINT to http:// or https://, as the receiver has it',
  },
];

/** What a failed export means. @param endpoint where it went, without what may be secret */
export function exportFailure({ exporter, code, name }: ExportAnswer, endpoint: string | undefined): Check {
  const where = endpoint === undefined ? '' : ` at ${endpoint}`;
  const found = WORDS.find(({ codes }) => code !== undefined && codes.includes(code));
  const isBusy = typeof code === 'number' && (code === 429 || code >= 500);
  const { says, mend } =
    found ??
    (isBusy
      ? { says: 'the receiver is there and failed', mend: "look at the receiver's own log" }
      : {
          says: 'the export failed',
          mend: 'set OTEL_LOG_LEVEL=debug in the application and look at its stderr',
        });
  return problem('export', `${exporter}${where}: ${says} (${code ?? name ?? 'no code'})`, mend);
}

const STANDARD = { http: 'http://localhost:4318', grpc: 'http://localhost:4317' } as const;

/**
 * Where OTLP goes, as far as it can be shown: no user, no path, no query. Where the exporter cannot read what it is
 * given, it goes to the next that it can.
 */
export function shownEndpoint(env: Environment, exporter: string): string | undefined {
  if (!exporter.startsWith('otlp')) return undefined;
  const isGrpc = exporter.includes('grpc');
  const given = endpointsIn(env).find((address) => isGrpc || URL.canParse(address));
  const address = given ?? (isGrpc ? STANDARD.grpc : STANDARD.http);
  try {
    const { protocol, host } = new URL(/^[a-z]+:\/\//i.test(address) ? address : `http://${address}`);
    return `${protocol}//${host}`;
  } catch {
    return 'an address that is no URL';
  }
}

/** The HTTP exporters pass over a variable that holds no URL: spans may reach somebody else. */
export function hasUnreadEndpoint(env: Environment, exporter: string): boolean {
  const [given] = endpointsIn(env);
  const isHttp = exporter.startsWith('otlp') && !exporter.includes('grpc');
  return isHttp && given !== undefined && !URL.canParse(given);
}

type Environment = Readonly<Record<string, string | undefined>>;

/** As the exporters ask for them; empty is unset. */
function endpointsIn(env: Environment): string[] {
  const given = [env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT, env.OTEL_EXPORTER_OTLP_ENDPOINT];
  return given.flatMap((address) => address?.trim() || []);
}
