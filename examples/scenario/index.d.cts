import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';

/** A call that the scripted model asks for. */
export interface Call {
  readonly tool: string;
  readonly arguments: Record<string, unknown>;
}
export declare const CALLS: readonly Call[];
export declare const CALLS_TO_DECIDE: readonly Call[];
export declare const PROMPTS: { readonly clean: string; readonly quiet: string };
export declare const canaries: Readonly<Record<string, string>>;
export declare function createGithubServer(options: { readonly received: string }): McpServer;
export declare const stdioServer: string;
export declare function startReceiver(
  path: string,
): Promise<{ readonly endpoint: string; readonly close: () => void }>;
export declare class OtlpFileExporter {
  constructor(path: string);
  export(spans: never, done: (result: { code: number; error?: Error }) => void): void;
  forceFlush(): Promise<void>;
  shutdown(): Promise<void>;
}
