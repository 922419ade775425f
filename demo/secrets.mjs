// The secrets of one demo. They exist for that demo only: all are derived from a seed, so that servers, agents
// and the search at the end agree on them without passing them around.
import { createHash } from 'node:crypto';

const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const DIGITS = '0123456789';
const HEX = '0123456789abcdef';
const WORD = `${LOWER.toUpperCase()}${LOWER}${DIGITS}`;
const BASE64 = `${WORD}+/`;

/** A source of text: the same label gives the same characters under the same seed. */
export function textSource(seed) {
  return (label, length, alphabet = WORD) => {
    let text = '';
    for (let block = 0; text.length < length; block += 1) {
      const digest = createHash('sha512').update(`${seed}/${label}/${block}`).digest();
      for (let at = 0; at < digest.length && text.length < length; at += 2) {
        text += alphabet[digest.readUInt16BE(at) % alphabet.length];
      }
    }
    return text;
  };
}

/**
 * Every secret by name: its value, what kind it is, and where it travels. Tokens have the shapes
 * that their issuers publish; passwords and canaries have none, so no pattern can find them.
 */
export function drawSecrets(seed) {
  const text = textSource(seed);
  const password = (label) => `${text(label, 9)}"\\ü&${text(`${label}-end`, 5)}`;
  const canary = (label) =>
    `${text(label, 8, LOWER)} ${text(`${label}-2`, 7, LOWER)} ${text(`${label}-3`, 4, DIGITS)}`;
  const base64url = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const jwt = (label) =>
    `${base64url({ alg: 'HS256' })}.${base64url({ sub: text(label, 12) })}.${text(`${label}-mac`, 43)}`;
  const pem = (label, kind) =>
    [
      `-----BEGIN ${kind}-----`,
      ...[0, 1, 2, 3].map((n) => text(`${label}-${n}`, 64, BASE64)),
      `-----END ${kind}-----`,
    ].join('\n');

  return {
    // In arguments of calls to the GitHub-like server.
    deployKey: secret('PEM private key', 'argument', pem('deploy-key', 'OPENSSH PRIVATE KEY')),
    githubToken: secret('GitHub token', 'argument, nested', `ghp_${text('ghp', 36)}`),
    mirrorToken: secret(
      'GitHub fine-grained token',
      'argument, five levels deep',
      `github_pat_${text('pat', 82)}`,
    ),
    mirrorPassword: secret('password in a URL', 'argument, in a list', text('mirror', 20)),
    titleToken: secret('GitLab token', 'argument that the record projects', `glpat-${text('glpat', 20)}`),
    npmToken: secret('npm token', 'argument key', `npm_${text('npm', 36)}`),
    stripeKey: secret('Stripe key', 'tool name', `sk_live_${text('stripe', 24)}`),
    awsKeyId: secret(
      'AWS access key id',
      'argument, in prose',
      `AKIA${text('akia', 16, DIGITS + LOWER.toUpperCase())}`,
    ),
    awsSecret: secret('AWS secret key', 'argument, in prose', text('aws', 40, BASE64)),
    argumentCanary: secret('canary without shape', 'argument, nested', canary('argument')),
    // In what that server answers.
    installationToken: secret('GitHub installation token', 'result, text', `ghs_${text('ghs', 36)}`),
    sessionJwt: secret('JWT', 'result, structured content', jwt('jwt')),
    resultCanary: secret('canary without shape', 'result, text', canary('result')),
    // Slack-like.
    botToken: secret(
      'Slack bot token',
      'argument',
      `xoxb-${text('bot', 12, DIGITS)}-${text('bot-tail', 24)}`,
    ),
    appToken: secret('Slack app token', 'tool error', `xapp-1-${text('app', 11)}-${text('app-tail', 40)}`),
    signingSecret: secret('signing secret', 'JSON-RPC error message', text('signing', 32, HEX)),
    rpcCanary: secret('canary without shape', 'JSON-RPC error data', canary('rpc')),
    googleKey: secret('Google API key', 'argument, with a policy that fails', `AIza${text('google', 35)}`),
    // Workspace-like.
    smtpPassword: secret('password', 'argument, nested', password('smtp')),
    denied: secret('password', 'argument of a denied call', password('denied')),
    workspaceToken: secret(
      'API key',
      'result of a tool that makes tokens',
      `sk-ant-api03-${text('ant', 40)}`,
    ),
    databasePassword: secret('database password', 'exception message', text('database', 18)),
    signingKey: secret('PEM private key', 'exception message', pem('signing-key', 'RSA PRIVATE KEY')),
    exceptionCanary: secret('canary without shape', 'exception message', canary('exception')),
    // Of the run that is interrupted.
    archivePassword: secret('password in a URL', 'argument of a call that is cut off', password('archive')),
  };
}

/** No secrets, but nothing to store verbatim either: who and where. The record holds their hashes. */
export function drawIdentifiers(seed) {
  const text = textSource(seed);
  const person = (label) => `${text(label, 7, LOWER)}@${text(`${label}-at`, 6, LOWER)}.example`;
  return {
    keyTitle: `deploy key ${text('title', 10)}`,
    slackWorkspace: `T${text('workspace', 10, DIGITS + LOWER.toUpperCase())}`,
    slackChannel: `C${text('channel', 10, DIGITS + LOWER.toUpperCase())}`,
    slackUser: person('slack-user'),
    workspace: `ws-${text('ws', 12, LOWER)}`,
    admin: person('admin'),
    guest: person('guest'),
  };
}

function secret(kind, where, value) {
  return { kind, where, value };
}
