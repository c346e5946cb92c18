export interface ModelMessage {
  role: string;
  content?: string | { type: string; text?: string }[] | null;
}
export interface ModelRequest {
  model: string;
  messages: ModelMessage[];
  stream?: boolean;
  tools?: {
    type: 'function';
    function: { name: string; parameters: { properties?: Record<string, { enum?: unknown[] }> } };
  }[];
  tool_choice?: unknown;
}

/** What the model does with a question. */
export type ModelAnswer =
  | { kind: 'text'; pieces: readonly string[]; everyMs?: number }
  /** `after`: it is thought about until then. */
  | { kind: 'call'; name: string; arguments: string; after?: Promise<unknown> }
  /** An answer of HTTP that is none of the protocol's good ones. */
  | { kind: 'status'; status: number; body: unknown }
  /** Some pieces, and then the connection is cut. */
  | { kind: 'cut'; pieces: readonly string[] }
  | { kind: 'endless' }
  | { kind: 'silent'; pieces?: readonly string[] }
  | { kind: 'raw'; type: string; body: string };
