import {
  cellCode,
  mergeTexts,
  readCell,
  readSuggestion,
  setSuggestion,
  type CellState,
  type CodeSuggestion,
  type LiveCell,
  type NotebookOutput,
} from '@groma/model';
import { assistant } from '@groma/protocol';
import { statusDialog } from '@groma/ui';
import { logEvent } from '../../../platform/analytics.ts';
import { api, errorText, queryClient } from '../../../platform/api.ts';
import { readGrowing } from '../../../platform/language-model/growing-object.ts';
import { proQueriesKey } from '../../../platform/language-model/use-pro-queries.ts';
import { t } from '../../../platform/text.ts';
import { plainText } from '../block/ansi.ts';
import { changeChat, readChat, type BlockChat, type ChatPlace } from './chat-store.ts';
import { codePrompt, type RunBlock } from './code-prompt.ts';

/** What is asked about, and whom. */
export interface AskedBlock extends ChatPlace {
  projectId: string;
  live: LiveCell;
  /** What is highlighted in the code. */
  section: string;
  /** Blocks that were run before, in the order of the notebook. */
  earlier: readonly RunBlock[];
  model: { id: string; characterLimit: number };
  signal: AbortSignal;
  /** Whether the block is still there and may be changed. */
  isOpen(): boolean;
}

/** Characters that the server's own words to the model take at most. */
const instructionRoom = 1_500;

/**
 * Has code suggested for a block and shows it beside its code, for everybody at the notebook (AIA-028). Nothing is
 * asked while something is, or without a request (AIA-033); a failure is said (AIA-034, AIA-035).
 */
export async function askForCode(block: AskedBlock, request: string): Promise<void> {
  const chat = readChat(block);
  if (chat.asking !== null || request.trim() === '') return;
  const pending = readSuggestion(block.live);
  const previous = pending && { request: chat.previous?.request ?? '', code: pending.newCode };
  const askedCode = cellCode(block.live).toString();
  changeChat(block, { asking: 'suggestion', partial: null, notice: null });
  try {
    const response = await api.open(assistant.suggestCode, questionOf(block, { ...chat, previous }, request));
    const { code, title, coding_language } = await readGrowing(response, assistant.codeSuggestion, (partial) => {
      changeChat(block, { partial: partial.code });
    });
    const suggestion = { newCode: code, newLabel: title ?? null, newLanguage: coding_language };
    // Who asks once more need not write it again.
    if (show(block, request, suggestion, askedCode)) changeChat(block, { text: '', withError: false });
  } catch (error) {
    if (!block.signal.aborted) fail(error);
  } finally {
    changeChat(block, { asking: null, partial: null });
    void queryClient.invalidateQueries({ queryKey: proQueriesKey(block.projectId) });
  }
}

/** Has a block explained, below it; the explanation grows as it comes. A failure is said there (AIA-036). */
export async function askForExplanation(block: AskedBlock): Promise<void> {
  const chat = readChat(block);
  if (chat.asking !== null) return;
  changeChat(block, { asking: 'explanation', explanation: '', notice: null });
  const request = chat.text.trim() || t('notebook.suggest.explainRequest');
  try {
    const response = await api.open(assistant.explainCode, questionOf(block, { ...chat, previous: null }, request));
    const { text } = await readGrowing(response, assistant.codeExplanation, (partial) => {
      changeChat(block, { explanation: partial.text });
    });
    changeChat(block, { explanation: text, text: '' });
  } catch (error) {
    const isKept = readChat(block).explanation !== '';
    changeChat(block, {
      ...(!isKept && { explanation: null }),
      ...(!block.signal.aborted && {
        notice: { kind: 'error', text: t('notebook.suggest.error', { message: reasonOf(error) }) },
      }),
    });
  } finally {
    changeChat(block, { asking: null });
    void queryClient.invalidateQueries({ queryKey: proQueriesKey(block.projectId) });
  }
}

/**
 * A suggestion needs its block, that it changes something, and that others have not changed the same meanwhile; else it
 * is said why it is not applied. False where it should be asked for once more.
 */
function show(block: AskedBlock, request: string, suggestion: CodeSuggestion, askedCode: string): boolean {
  if (!block.isOpen()) statusDialog.error({ title: t('notebook.suggest.notApplied') });
  else if (suggestion.newCode === askedCode)
    changeChat(block, { notice: { kind: 'info', text: t('notebook.suggest.noChange') } });
  else if (mergeTexts(askedCode, cellCode(block.live).toString(), suggestion.newCode) === null) {
    changeChat(block, { notice: { kind: 'error', text: t('notebook.suggest.conflict') } });
    return false;
  } else {
    setSuggestion(block.live, suggestion, askedCode);
    changeChat(block, { previous: { request, code: suggestion.newCode } });
  }
  return true;
}

function fail(error: unknown): void {
  const { code, name } = error as { code?: unknown; name?: unknown };
  const said = typeof code === 'string' ? code : String(name);
  logEvent({ name: 'error_occurred', properties: { error: said, where: 'browser', call: 'suggestCode' } });
  // What broke off without a word is an answer that cannot be used.
  const isBroken = error instanceof Error && error.message === '';
  void statusDialog.error({
    title: t(isBroken ? 'notebook.suggest.notApplied' : 'notebook.suggest.failed'),
    ...(!isBroken && { body: errorText(error) }),
  });
}

function reasonOf(error: unknown): string {
  return errorText(error) || t('notebook.suggest.brokeOff');
}

function questionOf(
  { projectId, live, section, earlier, model, signal }: AskedBlock,
  { withError, previous }: Pick<BlockChat, 'withError' | 'previous'>,
  request: string,
) {
  const { code, language, outputs } = readCell(live);
  const question = {
    request: request.trim(),
    language,
    code,
    section,
    error: withError ? errorOf(outputs) : null,
    earlier,
    previous,
  };
  return {
    query: { projectId },
    body: {
      prompt: codePrompt(question, model.characterLimit - instructionRoom),
      selectedLLM: model.id,
      ...codingLanguage(language),
    },
    signal,
  };
}

function codingLanguage(language: CellState['language']) {
  return language === 'other' ? {} : { coding_language: language };
}

/** What the last run of a block failed with; null where it did not. */
export function errorOf(outputs: readonly NotebookOutput[]): string | null {
  const failure = outputs.findLast((output) => output.kind === 'traceback');
  if (failure?.kind !== 'traceback') return null;
  return plainText(failure.text) || [failure.name, failure.message].filter(Boolean).join(': ');
}
