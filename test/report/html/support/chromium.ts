import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, chromium } from 'playwright-core';

/** Where systems that have a Chromium put it; Debian's and Ubuntu's package is `chromium`. */
const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
] as const;

/** `undefined` where there is none: then nothing can be said of how a report looks. */
export const CHROMIUM: string | undefined = PLACES.find((place) => existsSync(place));

export const MISSING = `no Chromium at ${PLACES.slice(0, 4).join(', ')}: install the package chromium`;

export function launch(): Promise<Browser> {
  if (CHROMIUM === undefined) throw new Error(MISSING);
  return chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
}

/** Pages by name over HTTP on loopback, and every path that was asked for. */
export interface Site {
  readonly url: (name: string) => string;
  readonly asked: string[];
  readonly close: () => Promise<void>;
}

export async function serve(pages: Readonly<Record<string, string>>): Promise<Site> {
  const asked: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    asked.push(url);
    const name = url.slice(1);
    const page = Object.hasOwn(pages, name) ? pages[name] : undefined;
    response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html' });
    response.end(page);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: (name) => `http://127.0.0.1:${port}/${name}`,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
