import { around, atEdge, EDGE, type SecretShape } from './secret-shape.ts';

/**
 * Secrets that are known by more than how they begin. What each is called stands in `about-secret-shapes.ts`, in the
 * same order.
 *
 * Each pattern is linear in the text: a run is either bounded, or ends at a character which the literal before it
 * contains, so that no two attempts read the same run. The JWT is found from its first dot, looking back, because
 * `-eyJ` can stand in one run many times.
 */
export const STRUCTURED_SECRETS: readonly SecretShape[] = /* @__PURE__ */ structuredSecrets();

function structuredSecrets(): readonly SecretShape[] {
  return [
    atEdge('xox[a-eoprs]-[A-Za-z0-9%-]{10}', 'xox'),
    atEdge('[rs]k_(?:org_)?(?:live|test|prod)_[A-Za-z0-9]{16}', 'sk_', 'rk_'),
    atEdge('SG\\.[A-Za-z0-9_-]{16,}\\.[A-Za-z0-9_-]{16}', 'SG.'),
    around(`${EDGE}[0-9]{5,16}:AA[A-Za-z0-9_-]{32}`, ':AA'),
    around(`${EDGE}[0-9a-f]{32}-us[0-9]`, '-us'),
    atEdge('re_[A-Za-z0-9]{8}_[A-Za-z0-9]{20}', 're_'),
    atEdge('pat[A-Za-z0-9]{14}\\.[a-f0-9]{40}', 'pat'),
    atEdge('pat-[a-z]{2}[0-9]-[A-Fa-f0-9]{8}-[A-Fa-f0-9]{4}-', 'pat-'),
    atEdge('dt0[a-z][0-9]{2}\\.[A-Z0-9]{24}\\.[A-Z0-9]{40}', 'dt0'),
    atEdge('dp\\.(?:pt|ct|sa|scim|audit|st(?:\\.[a-z0-9_-]{2,35})?)\\.[A-Za-z0-9]{40}', 'dp.'),
    around(`${EDGE}[A-Za-z0-9]{14}\\.atlasv1\\.[A-Za-z0-9_=-]{40}`, '.atlasv1.'),
    around(`${EDGE}[A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk`, '_mmk'),
    atEdge('A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3}', 'A3-'),
    atEdge('00D[A-Za-z0-9]{12,15}![A-Za-z0-9._]{60}', '00D'),
    atEdge('access_token\\$(?:production|sandbox)\\$[a-z0-9$]{16}', 'access_token$'),
    atEdge('access-(?:sandbox|development|production)-[a-f0-9]{8}-[a-f0-9]{4}-', 'access-'),
    around(
      `${EDGE}[A-Za-z0-9_~.]{3}[0-9]Q~[A-Za-z0-9_~.-]{31}`,
      '0Q~',
      '1Q~',
      '2Q~',
      '3Q~',
      '4Q~',
      '5Q~',
      '6Q~',
      '7Q~',
      '8Q~',
      '9Q~',
    ),
    around(`${EDGE}[A-Za-z0-9]{52}JQQJ9[A-Za-z0-9]{20}`, 'JQQJ9'),
    around(`${EDGE}[A-Za-z0-9]{76}AZDO[A-Za-z0-9]{4}`, 'AZDO'),
    atEdge('v1\\.0-[a-f0-9]{24}-[a-f0-9]{100}', 'v1.0-'),
    atEdge('amzn\\.mws\\.[0-9a-f]{8}-[0-9a-f]{4}-', 'amzn.mws.'),
    around(
      '(?:hooks\\.slack\\.com/(?:services|workflows|triggers)/[A-Za-z0-9+/]{20}|discord(?:app)?\\.com/api/webhooks/[0-9]{17,20}/[A-Za-z0-9_-]{40}|webhook\\.office\\.com/webhookb2/[a-f0-9-]{36}@)',
      'hooks.slack.com',
      'discord',
      'webhook.office.com',
    ),
    around(`\\.(?<=${EDGE}eyJ[A-Za-z0-9_-]*\\.)[A-Za-z0-9_-]*\\.[A-Za-z0-9_-]`, 'eyJ'),
    atEdge(
      '(?:-----BEGIN |---- BEGIN SSH2 |PuTTY-User-Key-File-)',
      '-----BEGIN ',
      '---- BEGIN ',
      'PuTTY-User-Key-File-',
    ),
    atEdge(
      '(?:ssh-(?:rsa|dss|ed25519)|ecdsa-sha2-[a-z0-9-]{1,32})(?:@openssh\\.com)? AAAA',
      'ssh-',
      'ecdsa-sha2-',
    ),
    atEdge('[Bb][Ee][Aa][Rr][Ee][Rr][ \\t]+[A-Za-z0-9._~+/=-]{8}', 'bearer'),
    atEdge('[Bb]asic [A-Za-z0-9+/]{8,400}=', 'basic '),
    around('://(?<=[A-Za-z0-9+.-]://)[^\\s/?#:]*:[^\\s/?#@]+@', '://'),
  ];
}
