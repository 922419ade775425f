import { sha256Hex } from '../../redact/sha256.ts';
import { type Html, html } from './safe-html.ts';

/**
 * What a browser may do with a report: show it with the styles that are in it, by their digest, and nothing else. No
 * script, no request, no form, no frame, whatever a name from outside might hold.
 */
export function contentPolicy(style: Html): Html {
  const text = style.toString();
  const inside = text.slice(text.indexOf('>') + 1, text.lastIndexOf('</style>'));
  const directives = [
    "default-src 'none'",
    `style-src 'sha256-${base64(sha256Hex(inside))}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ];
  return html`<meta http-equiv="Content-Security-Policy" content="${directives.join('; ')}">`;
}

function base64(hex: string): string {
  const bytes = hex.match(/../g) ?? [];
  return btoa(String.fromCharCode(...bytes.map((byte) => Number.parseInt(byte, 16))));
}
