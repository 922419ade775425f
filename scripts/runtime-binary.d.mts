export function runtimeBinary(name: 'bun' | 'deno'): string | undefined;
export function edgePackages(): string | undefined;
