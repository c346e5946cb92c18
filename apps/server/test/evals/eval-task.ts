import type { ChatChangeReply, ChatView } from '@groma/protocol';
import type { EvalProject } from './eval-project.ts';

/** What a question was answered by. */
export interface EvalAnswer {
  /** All that was said. */
  text: string;
  /** The tools that were called, in order. */
  calls: { name: string; given: unknown; state: string }[];
  /** What was proposed or made, after the person has decided. */
  changes: ChatChangeReply[];
  /** Why it failed; null where it did not. */
  error: string | null;
}

export const evalKinds = ['data', 'file', 'notebook', 'map', 'workflow', 'safety'] as const;
export type EvalKind = (typeof evalKinds)[number];

/** A question about the sample project, and how its result is checked. */
export interface EvalTask {
  id: string;
  kind: EvalKind;
  question: string;
  /** What is done to the project before. */
  prepare?(project: EvalProject): Promise<void>;
  /** What the person has open while they ask. */
  view?(project: EvalProject): Promise<ChatView>;
  /** What the person answers when a tool asks for consent; yes where nothing is said. */
  consents?: boolean;
  /** Whether the person applies what is proposed; yes where nothing is said. */
  applies?: boolean;
  /** What is wrong with the result, as sentences; nothing where it is right. Words of the model alone prove nothing. */
  check(answer: EvalAnswer, project: EvalProject): Promise<string[]>;
}

/** The sentences of those that hold. */
export function problems(...found: readonly (string | false | undefined)[]): string[] {
  return found.filter((each) => typeof each === 'string');
}
