import type { Extension } from '@codemirror/state';
import { hoverTooltip } from '@codemirror/view';
import { nameBefore, readDocumentation, type Documentation } from './documentation.ts';
import type { KernelQuestions } from './kernel-question.ts';

/** What the kernel knows of the name under the pointer. */
export function kernelHover(ask: () => KernelQuestions | null): Extension {
  return hoverTooltip(
    async (view, at) => {
      const questions = ask();
      const word = view.state.wordAt(at);
      if (!questions || !word) return null;
      const name = nameBefore(view.state.doc.toString(), word.to);
      const answer = name === '' ? null : await questions.inspect(name, name.length);
      if (answer === null) return null;
      return {
        pos: word.from,
        end: word.to,
        above: true,
        create: () => ({ dom: documentationElement(readDocumentation(answer)) }),
      };
    },
    { hoverTime: 400, hideOnChange: true },
  );
}

/** The call and the text, as plain text: what a library says of itself is nothing to run. */
export function documentationElement({ signature, text }: Documentation): HTMLElement {
  const dom = document.createElement('div');
  dom.className = 'code-documentation';
  dom.dir = 'ltr';
  // The cursor stays in the code: what comes up beside it is read out.
  dom.role = 'status';
  for (const [className, said] of [
    ['code-signature', signature],
    ['code-docs', text],
  ] as const) {
    if (!said) continue;
    const part = dom.appendChild(document.createElement('pre'));
    part.className = className;
    part.textContent = said;
  }
  return dom;
}
