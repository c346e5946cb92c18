import { codeLanguages, type CodeLanguage } from '../block-type.ts';
import { pythonLanguage, type FileLanguage } from './file-language.ts';
import { idleCell, type CodeCell } from '../cell.ts';
import type { WholeOutput } from '../output.ts';

type Json = Record<string, unknown>;

/**
 * What the metadata of a Jupyter cell, or the props of a block in a list, say of the name and language of code; else it
 * is in that of the file.
 */
export function namesOf(
  { label, ...names }: Readonly<Json>,
  ofFile: FileLanguage = pythonLanguage,
): Pick<CodeCell, 'label' | 'language' | 'languageName'> {
  return {
    label: typeof label === 'string' && label.trim() !== '' ? label : idleCell.label,
    ...(languageNamed(names) ?? ofFile),
  };
}

function languageNamed({ language, languageName }: Readonly<Json>): FileLanguage | null {
  if (language === 'other')
    return { language, languageName: typeof languageName === 'string' ? languageName : language };
  return (codeLanguages as readonly unknown[]).includes(language)
    ? { language: language as CodeLanguage, languageName: null }
    : null;
}

/** What the metadata of a Jupyter cell say is folded away. */
export function foldsOf({ jupyter, collapsed }: Readonly<Json>): Pick<CodeCell, 'isCodeHidden' | 'isOutputHidden'> {
  const folds = typeof jupyter === 'object' && jupyter !== null ? (jupyter as Json) : {};
  return {
    isCodeHidden: folds['source_hidden'] === true,
    isOutputHidden: folds['outputs_hidden'] === true || collapsed === true,
  };
}

/** A cell that brings outputs with it has been run. */
export function ranState(outputs: WholeOutput[], executionCount: number | null): Partial<CodeCell> {
  if (outputs.length === 0) return { executionCount };
  return {
    outputs,
    executionCount,
    status: 'completed',
    outcome: outputs.some((output) => output.kind === 'traceback') ? 'error' : 'ok',
  };
}

/**
 * The metadata of a cell that was changed as little as the block was. A language is named where it is not that of the
 * file.
 */
export function changeMetadata(
  metadata: Readonly<Json>,
  {
    label,
    language,
    isCodeHidden,
    isOutputHidden,
  }: Pick<CodeCell, 'label' | 'language' | 'isCodeHidden' | 'isOutputHidden'>,
  ofFile: FileLanguage,
): Json {
  const changed = { ...metadata };
  const names = namesOf(metadata, ofFile);
  const folds = foldsOf(metadata);
  if (names.label !== label) changed['label'] = label;
  if (names.language !== language) changed['language'] = language;
  if (folds.isCodeHidden === isCodeHidden && folds.isOutputHidden === isOutputHidden) return changed;
  const {
    source_hidden: _code,
    outputs_hidden: _outputs,
    ...others
  } = (typeof metadata['jupyter'] === 'object' ? (metadata['jupyter'] ?? {}) : {}) as Json;
  const jupyter = {
    ...others,
    ...(isCodeHidden && { source_hidden: true }),
    ...(isOutputHidden && { outputs_hidden: true }),
  };
  const isCollapsed = metadata['collapsed'] === true && !isOutputHidden;
  if (isCollapsed) delete changed['collapsed'];
  if (Object.keys(jupyter).length > 0) changed['jupyter'] = jupyter;
  else delete changed['jupyter'];
  return changed;
}
