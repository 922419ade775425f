export function runtimeBinary(name: 'bun' | 'deno' | 'workerd'): string | undefined;
export function edgePackages(): string | undefined;
