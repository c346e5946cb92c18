import { statementAt, type SqlFunction } from '@groma/model';
import type { DatabaseReply } from '@groma/protocol';
import { toast } from '@groma/ui';
import type { EditorView } from '@codemirror/view';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { errorText } from '../../../platform/api.ts';
import { useCan } from '../../../platform/session.ts';
import { useText } from '../../../platform/text.ts';
import { useSchema } from '../database-calls.ts';
import { formatSql } from '../sql/format-sql.ts';
import { parameterValues, parametersOf } from '../sql/parameters.ts';
import { useLatest } from '../use-latest.ts';
import { beginningText, type DraftKeeper, type SqlText } from './kept-drafts.ts';
import { dialectOf, knownTables } from './known-tables.ts';
import { takeOffered } from './offered-query.ts';
import { sqlDraft, type SqlDraft } from './sql-draft.ts';
import type { ErrorMark } from './sql-editor.tsx';
import { useDrafts } from './use-drafts.ts';
import { useEditorSession } from './use-editor-session.ts';

const noErrors: readonly ErrorMark[] = [];
const noFunctions: readonly SqlFunction[] = [];

/** All that an SQL editor knows and can do; the panel draws it. */
export function useEditor(database: DatabaseReply, keeper: DraftKeeper) {
  const t = useText();
  const { id: databaseId, name: databaseName } = database;
  const dialect = dialectOf(database.dbType);
  const schema = useSchema(databaseId);
  const tables = knownTables(schema.isError ? null : schema.data);
  const functions = schema.data?.functions ?? noFunctions;
  const mayExecute = useCan('execute_query', 'database');
  const session = useEditorSession(databaseId);
  const { runs, shown, shownResultId } = session.store();
  const drafts = useDrafts(keeper);
  const [text, setText] = useState(drafts.first.text);
  const [parameters, setParameters] = useState(drafts.first.parameters);
  const [errors, setErrors] = useState(noErrors);
  const [draft, setDraft] = useState<SqlDraft | null>(null);
  const view = useRef<EditorView | null>(null);
  const latestTables = useLatest(tables);
  const names = useMemo(() => parametersOf(text), [text]);
  const isExecuting = runs.some(({ status }) => status === 'executing');

  const takeView = useCallback(
    (made: EditorView | null) => {
      view.current = made;
      setDraft(made && sqlDraft(made, { databaseId, databaseName, dialect, readTables: () => latestTables.current }));
    },
    [databaseId, databaseName, dialect, latestTables],
  );

  useEffect(
    () =>
      draft
        ? takeOffered(databaseId, (query) => {
            const present = draft.read().trim();
            draft.replace(present === '' || present === beginningText ? query : `${present}\n\n${query}`);
            draft.focus();
          })
        : undefined,
    [draft, databaseId],
  );

  const present = useRef(drafts.first);
  const keep = (change: Partial<SqlText>) => {
    present.current = { ...present.current, ...change };
    drafts.keep(present.current);
  };
  const takeText = (next: string) => {
    setText(next);
    keep({ text: next });
    setErrors((before) => (before.length === 0 ? before : noErrors));
  };
  const takeParameters = (next: SqlText['parameters']) => {
    setParameters(next);
    keep({ parameters: next });
  };
  const setParameter = (name: string, value: string) =>
    takeParameters({ ...present.current.parameters, [name]: value });
  const openLeft = (id: string) => {
    const left = draft && drafts.swap(id);
    if (!left) return;
    takeParameters(left.parameters);
    draft.replace(left.text);
    draft.focus();
  };

  const refusal = !mayExecute
    ? t('database.mayNotExecute')
    : isExecuting
      ? t('database.isExecuting')
      : text.trim() === ''
        ? t('database.queryEmpty')
        : !schema.data || schema.isError
          ? t(schema.isFetching ? 'database.stillConnecting' : 'database.noSchema')
          : undefined;

  const run = async (query: string, start: number) => {
    if (refusal !== undefined) return void (isExecuting || toast.error(refusal));
    setErrors(noErrors);
    const before = view.current?.state.doc;
    await session.execute({ query, start, params: parameterValues(parametersOf(query), parameters) });
    const failure = session.store.getState().shown?.failure;
    // Places of a text that was changed meanwhile would mark something else.
    if (failure && failure.place !== null && view.current && before && view.current.state.doc.eq(before))
      setErrors([markAt(view.current.state.doc.toString(), failure.place, failure.message)]);
  };
  const selection = () => {
    const { from, to } = view.current?.state.selection.main ?? { from: 0, to: 0 };
    return { from, query: view.current?.state.sliceDoc(from, to) ?? '' };
  };
  const executeAll = () => {
    void run(view.current?.state.doc.toString() ?? text, 0);
  };
  const executeSelection = (otherwise: () => void) => {
    const { from, query } = selection();
    if (query.trim() === '') otherwise();
    else void run(query, from);
  };
  const executeCurrent = () =>
    executeSelection(() => {
      const whole = view.current?.state.doc.toString() ?? text;
      const statement = statementAt(whole, view.current?.state.selection.main.head ?? 0);
      void run(statement?.text ?? '', statement?.start ?? 0);
    });
  const format = async () => {
    if (!draft) return;
    try {
      draft.replace(await formatSql(draft.read(), dialect));
    } catch (error) {
      toast.error(errorText(error).split('\n')[0] ?? '', { title: t('database.notFormatted') });
    }
  };

  return {
    session,
    runs,
    shown,
    result: shown?.results.find(({ id }) => id === shownResultId) ?? null,
    schema,
    tables,
    functions,
    dialect,
    mayExecute,
    isExecuting,
    refusal,
    text,
    initialText: drafts.first.text,
    names,
    parameters,
    errors,
    draft,
    drafts,
    takeText,
    takeView,
    setParameter,
    openLeft,
    execute: () => executeSelection(executeAll),
    executeAll,
    executeCurrent,
    format: () => {
      void format();
    },
  };
}

/** Marks the word at a place, or the letter where there is no word. */
function markAt(text: string, place: number, message: string): ErrorMark {
  const word = /^(?:[\p{L}\p{N}_$]+|"[^"\n]*"?|'[^'\n]*'?)/u.exec(text.slice(place))?.[0];
  const from = Math.min(place, text.length);
  return word === undefined && from === text.length
    ? { from: Math.max(0, from - 1), to: from, message }
    : { from, to: from + (word?.length ?? 1), message };
}
