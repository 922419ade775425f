/** What is patched: where each package keeps the classes, as ES modules and as CommonJS. */

export interface PatchedFile {
  /** As the application may name it, where that is not the package's own name. */
  readonly names: readonly string[];
  /** Below the package. */
  readonly paths: readonly string[];
  readonly exports: readonly PatchedExport[];
}

export interface PatchedExport {
  readonly name: string;
  readonly is: 'class' | 'factory';
  readonly vantage: 'client' | 'server';
  /** Not in every version. */
  readonly isOptional?: boolean;
}

export interface PatchedPackage {
  readonly name: string;
  /** Majors whose internals are known; `any` where only what an object looks like tells. */
  readonly majors: readonly number[] | 'any';
  readonly files: readonly PatchedFile[];
}

const CLIENT: PatchedExport = { name: 'Client', is: 'class', vantage: 'client' };
const SERVER: PatchedExport = { name: 'Server', is: 'class', vantage: 'server' };
const MCP_SERVER: PatchedExport = { name: 'McpServer', is: 'class', vantage: 'server' };
const CREATE_CLIENT: PatchedExport = { name: 'createMCPClient', is: 'factory', vantage: 'client' };
const CREATE_CLIENT_ONCE: PatchedExport = {
  ...CREATE_CLIENT,
  name: 'experimental_createMCPClient',
  isOptional: true,
};

export const PACKAGES: readonly PatchedPackage[] = [
  {
    name: '@modelcontextprotocol/sdk',
    majors: [1],
    files: [
      ofSdk('client/index.js', [CLIENT], ['client']),
      ofSdk('server/index.js', [SERVER], ['server']),
      ofSdk('server/mcp.js', [MCP_SERVER], []),
    ],
  },
  { name: '@modelcontextprotocol/client', majors: [2], files: [main([CLIENT], ['index.mjs', 'index.cjs'])] },
  {
    name: '@modelcontextprotocol/server',
    majors: [2],
    files: [main([SERVER, MCP_SERVER], ['index.mjs', 'index.cjs'])],
  },
  {
    name: '@ai-sdk/mcp',
    majors: [1, 2],
    files: [main([CREATE_CLIENT, CREATE_CLIENT_ONCE], ['index.mjs', 'index.js'])],
  },
  // Where that client lived before it was a package of its own.
  { name: 'ai', majors: 'any', files: [main([CREATE_CLIENT_ONCE], ['index.mjs', 'index.js'])] },
];

function ofSdk(path: string, exports: readonly PatchedExport[], shorter: readonly string[]): PatchedFile {
  const names = [path, ...shorter].map((name) => `@modelcontextprotocol/sdk/${name}`);
  return { names, paths: [`dist/esm/${path}`, `dist/cjs/${path}`, `dist/${path}`], exports };
}

function main(exports: readonly PatchedExport[], files: readonly string[]): PatchedFile {
  return { names: [], paths: files.map((file) => `dist/${file}`), exports };
}
