/** What a bench said, as `measure.mjs` keeps it. */
export type Entry =
  | { readonly title: string; readonly notes: readonly string[] }
  | { readonly remark: string }
  | { readonly what: string; readonly budget: string; readonly measured: string; readonly isOver: boolean };
export interface Result {
  readonly name: string;
  readonly day: string;
  readonly before: string;
  readonly after: string;
  readonly entries: readonly Entry[];
}
export function performancePage(results: readonly Result[]): string;
