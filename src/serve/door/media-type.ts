import { Refusal } from '../refusal.ts';

/** How a body of OTLP is written, and its answer. */
export type Encoding = 'json' | 'protobuf';

export const MEDIA_TYPE: Readonly<Record<Encoding, string>> = {
  json: 'application/json',
  protobuf: 'application/x-protobuf',
};

/** @throws {Refusal} 415. */
export function encodingOf(contentType: string | undefined): Encoding {
  const [type = '', ...parameters] = (contentType ?? '').split(';').map((part) => part.trim().toLowerCase());
  const isUtf8 = parameters.every((parameter) => !parameter.startsWith('charset=') || UTF8.test(parameter));
  if (type === MEDIA_TYPE.json && isUtf8) return 'json';
  if (type === MEDIA_TYPE.protobuf || type === 'application/protobuf') return 'protobuf';
  throw new Refusal(
    415,
    'content_type',
    'Expected Content-Type to be application/json or application/x-protobuf; send OTLP over HTTP',
    { headers: { accept: 'application/json, application/x-protobuf' } },
  );
}

const UTF8 = /^charset="?utf-?8"?$/;
