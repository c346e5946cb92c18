import { EditorState, type Extension } from '@codemirror/state';
import { kernelCompletion, wordCompletion } from './code-completion.ts';
import { kernelHover } from './code-hover.ts';
import { kernelSignature } from './code-signature.ts';
import type { KernelQuestions } from './kernel-question.ts';

interface AssistParts { questions: KernelQuestions; readAll(): Iterable<string>; language: string; isEditable: boolean }

/** Help while code is written: words of the notebook always, what the kernel knows where it speaks the language. */
export function codeAssist({ questions, readAll, language, isEditable }: AssistParts): Extension {
  if (!isEditable) return [];
  const words = EditorState.languageData.of(() => [{ autocomplete: wordCompletion(readAll) }]);
  if (language !== 'python') return words;
  const ask = () => questions;
  return [EditorState.languageData.of(() => [{ autocomplete: kernelCompletion(ask) }]), words, kernelHover(ask), kernelSignature(ask)];
}
