import { getToolName, isToolUIPart, type UIMessage } from 'ai';
import { mostLoggedCharacters, type LoggedCall } from '@groma/model';
import { storableText } from '../../../platform/database/storable.ts';

/** The calls of tools among the parts of an answer, as the log keeps them. */
export function loggedCalls(parts: readonly Record<string, unknown>[]): LoggedCall[] {
  return (parts as unknown as UIMessage['parts']).flatMap((part) => {
    if (!isToolUIPart(part)) return [];
    const { approval, state } = part;
    return {
      tool: getToolName(part),
      arguments: loggedArguments(part.input),
      consent:
        approval === undefined
          ? ('free' as const)
          : approval.approved === undefined
            ? ('open' as const)
            : approval.approved
              ? ('allowed' as const)
              : ('refused' as const),
      outcome:
        state === 'output-available' ? ('done' as const) : state === 'output-error' ? ('failed' as const) : 'open',
    };
  });
}

/** Arguments as JSON, no longer than the log keeps them. */
export function loggedArguments(given: unknown): string {
  const text = JSON.stringify(given ?? {});
  return storableText(text.length > mostLoggedCharacters ? `${text.slice(0, mostLoggedCharacters)}…` : text);
}
