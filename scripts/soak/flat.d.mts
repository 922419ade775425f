export interface Sample {
  readonly done: number;
  readonly heap: number;
  readonly handles: Readonly<Record<string, number>>;
  readonly descriptors: number;
}
export interface Finding {
  readonly what: string;
  readonly holds: boolean;
  readonly said: string;
}
export function flatness(
  samples: readonly Sample[],
  allowed: { readonly unit: string; readonly bytesPerUnit: number; readonly handlesMore: number },
): readonly [Finding, Finding];
