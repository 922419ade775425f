/** What is known of a tool that no classifier knows: what its server says of it, or that it was called. */
export interface DraftTool {
  /** As it was listed or recorded, safe to show. */
  readonly name: string;
  /** First line of the server's description. */
  readonly description?: string | undefined;
  /** Hints of the server. They are shown, and decide nothing. */
  readonly annotations?: Readonly<Record<string, boolean | undefined>> | undefined;
  /** Top-level properties of its input schema; left out where nobody described them. */
  readonly inputs?: readonly DraftInput[] | undefined;
  /** Where calls of it were seen. */
  readonly seen?: readonly SeenOn[] | undefined;
}

export interface DraftInput {
  readonly name: string;
  /** Types of JSON Schema; none where the schema says them in another way, or not at all. */
  readonly types: readonly string[];
  readonly required: boolean;
  /** The values that the schema lists, where all are texts. */
  readonly choices?: readonly string[] | undefined;
}

export interface SeenOn {
  readonly server: string;
  readonly calls: number;
}
