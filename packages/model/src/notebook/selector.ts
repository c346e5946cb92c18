/** What a selector offers and what is chosen of it. */
export interface SelectorSetting {
  options: readonly string[];
  selected: readonly string[];
  allowMultiple: boolean;
}

/**
 * A selector after a change. Options are trimmed, and empty and repeated ones left out (SHL-070); what is chosen but no
 * longer offered is dropped (NBK-104); where one may be chosen only the first stays (NBK-103).
 */
export function settleSelector(selector: SelectorSetting, change: Partial<SelectorSetting>): SelectorSetting {
  const wanted = { ...selector, ...change };
  const options = [...new Set(wanted.options.map((option) => option.trim()).filter((option) => option !== ''))];
  const selected = [...new Set(wanted.selected)].filter((option) => options.includes(option));
  return {
    options,
    selected: wanted.allowMultiple ? selected : selected.slice(0, 1),
    allowMultiple: wanted.allowMultiple,
  };
}
