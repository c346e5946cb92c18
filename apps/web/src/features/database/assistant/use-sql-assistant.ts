import { assistant, type SqlDraftReply } from '@groma/protocol';
import { useEffect, useRef, useState } from 'react';
import { api, errorText } from '../../../platform/api.ts';
import { readGrowing } from '../../../platform/language-model/growing-object.ts';
import type { SqlDraft } from '../editor/sql-draft.ts';

/** What was asked and drafted since the SQL was last accepted or rejected (DBS-023). */
interface Turn {
  prompt: string;
  sql: string;
}

/** Where the assistant is (DBS-024). `before` is the SQL to go back to. */
type SqlAssistantState =
  | { status: 'idle'; failure: string | null }
  | { status: 'generating'; partial: SqlDraftReply | null; before: string; earlier: readonly Turn[] }
  | { status: 'generated'; title: string | null; before: string; earlier: readonly Turn[]; failure: string | null };

export interface SqlAssistant {
  state: SqlAssistantState;
  /** False where nothing was drafted, so that the wish stays to be changed. */
  generate(prompt: string, model: string): Promise<boolean>;
  stop(): void;
  accept(): void;
  reject(): void;
}

/** Drafts SQL into an editor. A draft is only written there: nothing of it is run. */
export function useSqlAssistant(target: SqlDraft): SqlAssistant {
  const [state, setState] = useState<SqlAssistantState>({ status: 'idle', failure: null });
  const abort = useRef<AbortController | null>(null);
  useEffect(() => () => abort.current?.abort(), []);
  const generate = async (prompt: string, model: string): Promise<boolean> => {
    if (state.status === 'generating') return false;
    const [before, earlier] = state.status === 'generated' ? [state.before, state.earlier] : [target.read(), []];
    const stopped = new AbortController();
    abort.current = stopped;
    setState({ status: 'generating', partial: null, before, earlier });
    const back = (failure: string | null): void =>
      setState(
        earlier.length > 0
          ? { status: 'generated', title: null, before, earlier, failure }
          : { status: 'idle', failure },
      );
    try {
      const draft = await readDraft(target, { prompt, model, earlier }, stopped.signal, (partial) =>
        setState({ status: 'generating', partial, before, earlier }),
      );
      target.replace(draft.sql);
      setState({
        status: 'generated',
        title: draft.title ?? null,
        before,
        earlier: [...earlier, { prompt, sql: draft.sql }],
        failure: null,
      });
      return true;
    } catch (error) {
      back(stopped.signal.aborted ? null : errorText(error));
      return false;
    }
  };
  const settle = (): void => {
    setState({ status: 'idle', failure: null });
    target.focus();
  };
  return {
    state,
    generate,
    stop: () => abort.current?.abort(),
    accept: settle,
    reject: () => {
      if (state.status === 'generated') target.replace(state.before);
      settle();
    },
  };
}

/** @throws GromaError, CallError; an empty message where the answer broke off without a word. */
async function readDraft(
  target: SqlDraft,
  { prompt, model, earlier }: { prompt: string; model: string; earlier: readonly Turn[] },
  signal: AbortSignal,
  onPartial: (partial: SqlDraftReply) => void,
): Promise<SqlDraftReply> {
  const response = await api.open(assistant.draftSql, {
    query: { databaseId: target.databaseId },
    body: { prompt, selectedLLM: model, current: target.read(), earlier: [...earlier] },
    signal,
  });
  return readGrowing(response, assistant.sqlDraftReply, onPartial);
}
