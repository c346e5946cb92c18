import { createCodeBlockSpec } from '@blocknote/core';
import { plainTextType } from '@groma/model';
import { t } from '../../../platform/text.ts';
import { fenceLanguages } from './fence-language-table.ts';

/** Text that has no language, as the document says it. */
const noLanguage = 'text';

type Spec = ReturnType<typeof createCodeBlockSpec>;
type Render = Spec['implementation']['render'];

/**
 * Code within text: nothing runs it, it is shown as it is, coloured by its language (NBK-150). The language is chosen
 * above it; one that is not known here stays.
 */
export function fenceSpec(): Spec {
  const spec = createCodeBlockSpec();
  const { render: renderCode } = spec.implementation;
  const render = function renderFence(block, editor) {
    const made = renderCode.call(this, block, editor);
    const { dom } = made;
    // What other programs are given is the code alone.
    if (this.renderType === 'dom' || !(dom instanceof HTMLElement)) return made;
    dom.classList.add('fence', 'code-colours');
    const language = block.props.language || noLanguage;
    if (!editor.isEditable) {
      if (language !== noLanguage) dom.prepend(labelOf(language));
      return made;
    }
    const choice = choiceOf(language, (chosen) => {
      if (!editor.prosemirrorView.editable) return;
      editor.updateBlock(block.id, { type: plainTextType, props: { language: chosen } } as never);
      // The block is drawn anew, and what had the focus is gone.
      editor.setTextCursorPosition(block.id, 'end');
      editor.focus();
    });
    dom.prepend(choice);
    return { ...made, ignoreMutation: ({ target }) => choice.contains(target) };
  } as Render;
  return { ...spec, implementation: { ...spec.implementation, render } };
}

function choiceOf(language: string, onChoose: (language: string) => void): HTMLElement {
  const place = document.createElement('div');
  place.className = 'fence-head';
  place.contentEditable = 'false';
  const select = place.appendChild(document.createElement('select'));
  select.className = 'fence-language';
  select.setAttribute('aria-label', t('notebook.fence.language'));
  if (language === noLanguage) select.dataset['plain'] = '';
  const isKnown = language === noLanguage || fenceLanguages.some(([word]) => word === language);
  const options = [
    [noLanguage, t('notebook.fence.plain')] as const,
    ...fenceLanguages,
    ...(isKnown ? [] : [[language, language] as const]),
  ];
  for (const [word, name] of options) {
    const option = select.appendChild(document.createElement('option'));
    option.value = word;
    option.textContent = name;
  }
  select.value = language;
  select.addEventListener('change', () => onChoose(select.value));
  // Its keys and clicks are its own.
  for (const kind of ['mousedown', 'keydown', 'keypress', 'keyup', 'beforeinput'])
    place.addEventListener(kind, (event) => event.stopPropagation());
  return place;
}

function labelOf(language: string): HTMLElement {
  const label = document.createElement('div');
  label.className = 'fence-head';
  label.contentEditable = 'false';
  label.textContent = fenceLanguages.find(([word]) => word === language)?.[1] ?? language;
  return label;
}
