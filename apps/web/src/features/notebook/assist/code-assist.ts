import type { CompletionSource } from '@codemirror/autocomplete';
import { EditorState, type Extension } from '@codemirror/state';
import { kernelCompletion, wordCompletion } from './code-completion.ts';
import { kernelHover } from './code-hover.ts';
import { kernelSignature } from './code-signature.ts';
import type { KernelQuestions } from './kernel-question.ts';

interface AssistParts {
  questions: KernelQuestions;
  readAll(): Iterable<string>;
  language: string;
  isEditable: boolean;
}

/** Help while code is written: words of the notebook always, what the kernel knows where it speaks the language. */
export function codeAssist({ questions, readAll, language, isEditable }: AssistParts): Extension {
  if (!isEditable) return [];
  const words = completing(wordCompletion(readAll));
  if (language !== 'python') return words;
  const ask = () => questions;
  return [completing(kernelCompletion(ask)), words, kernelHover(ask), kernelSignature(ask)];
}

/** The editor knows a source that is at work by its identity: it must be the same each time it is asked for. */
function completing(source: CompletionSource): Extension {
  const data = [{ autocomplete: source }];
  return EditorState.languageData.of(() => data);
}
