import { describe, expect, it } from 'vitest';
import { hasUnreadEndpoint, shownEndpoint } from '../../src/cli/doctor-export-words.ts';

const HTTP = 'otlp (http/protobuf)';
const GRPC = 'otlp (grpc)';
const GENERAL = 'OTEL_EXPORTER_OTLP_ENDPOINT';
const TRACES = 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT';

describe('where OTLP goes', () => {
  it.each([
    ['nothing is said', HTTP, {}, 'http://localhost:4318', false],
    ['nothing is said', GRPC, {}, 'http://localhost:4317', false],
    [
      'a credential is in it',
      HTTP,
      { [GENERAL]: 'https://u:FAKE@a.test/FAKE?k=FAKE' },
      'https://a.test',
      false,
    ],
    ['it is no URL', HTTP, { [GENERAL]: 'FAKE-KEY' }, 'http://localhost:4318', true],
    [
      'it is no URL, and the other is',
      HTTP,
      { [TRACES]: 'FAKE', [GENERAL]: 'http://a.test' },
      'http://a.test',
      true,
    ],
    ['it is no URL, which gRPC takes', GRPC, { [GENERAL]: 'a.test:4317' }, 'http://a.test:4317', false],
  ])('where %s (%s)', (_, exporter, env, shown, isUnread) => {
    expect(shownEndpoint(env, exporter)).toBe(shown);
    expect(hasUnreadEndpoint(env, exporter)).toBe(isUnread);
  });
});
