export const NOTES: {
  readonly opening: readonly string[];
  readonly titles: Readonly<Record<string, string>>;
  readonly missed: readonly string[];
  readonly after: Readonly<Record<string, readonly string[]>>;
};
