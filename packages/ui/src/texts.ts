/** Every word the design system says by itself. English here; the application hands in its translation. */
export interface UiTexts {
  close: string;
  cancel: string;
  confirm: string;
  retry: string;
  loading: string;
  showPassword: string;
  hidePassword: string;
  didYouKnow: string;
  notSaved: string;
  copied: string;
  notCopied: string;
  /** Of the field for numbers. `{value}` is what was typed. */
  number: { unread: string; notWhole: string };
  /** Of the field for tags. `{name}` is the tag. */
  tags: { empty: string; exists: string; invalid: string; edit: string; remove: string };
  rename: { invalid: string; hint: string; left: string; validName: string; invalidName: string };
  tree: {
    locked: string;
    hidden: string;
    failed: string;
    move: string;
    moveBefore: string;
    moveAfter: string;
    moveInside: string;
  };
  grid: GridTexts;
}

/**
 * Words of the grid. `{n}`, `{name}` and `{value}` are filled in. A counted text has one entry for each plural form of
 * the language.
 */
export interface GridTexts {
  rows_one: string;
  rows_other: string;
  /** `{n}` of `{m}` rows pass the filters. */
  rowsOf: string;
  columns_one: string;
  columns_other: string;
  selected_one: string;
  selected_other: string;
  selectAll: string;
  selectRow: string;
  rowNumber: string;
  null: string;
  true: string;
  false: string;
  empty: string;
  notANumber: string;
  failed: string;
  loading: string;
  filterPlaceholder: string;
  filterOperator: string;
  filterValue: string;
  copied_one: string;
  copied_other: string;
  operators: {
    equals: string;
    notEquals: string;
    contains: string;
    startsWith: string;
    less: string;
    lessOrEqual: string;
    greater: string;
    greaterOrEqual: string;
    between: string;
    isNull: string;
    isNotNull: string;
  };
  /** More words of AG Grid by its own locale keys, for a translation that wants all of them. */
  others?: Readonly<Record<string, string>>;
}

/** The English texts. */
export const englishTexts: UiTexts = {
  close: 'Close',
  cancel: 'Cancel',
  confirm: 'Confirm',
  retry: 'Retry',
  loading: 'Loading',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  didYouKnow: 'Do you know?',
  notSaved: 'Not saved',
  copied: 'Copied',
  notCopied: 'Your browser blocked copying.',
  number: {
    unread: '“{value}” is not a number.',
    notWhole: '“{value}” is not a whole number.',
  },
  tags: {
    empty: 'Value cannot be empty.',
    exists: 'This value already exists.',
    invalid: 'Invalid value',
    edit: 'Edit “{name}” (double click)',
    remove: 'Remove “{name}”',
  },
  rename: {
    invalid: 'Input does not match the required format.',
    hint: 'Name must be unique in the parent folder',
    left: 'You typed this name earlier. It is not saved yet.',
    validName: 'Valid',
    invalidName: 'Invalid',
  },
  tree: {
    locked: 'Locked',
    hidden: 'Hidden',
    failed: 'Failed',
    move: 'Move',
    moveBefore: 'Before “{name}”',
    moveAfter: 'After “{name}”',
    moveInside: 'Into “{name}”',
  },
  grid: {
    rows_one: '{n} row',
    rows_other: '{n} rows',
    rowsOf: '{n} of {m} rows',
    columns_one: '{n} column',
    columns_other: '{n} columns',
    selected_one: '{n} selected',
    selected_other: '{n} selected',
    selectAll: 'Select all rows',
    selectRow: 'Select row {n}',
    rowNumber: 'Row',
    null: 'null',
    true: 'true',
    false: 'false',
    empty: 'No rows',
    failed: 'Couldn’t load the rows',
    loading: 'Loading rows',
    notANumber: '“{value}” is not a number; the old value is kept.',
    filterPlaceholder: 'Filter',
    filterOperator: 'Filter operator',
    filterValue: 'Filter value',
    copied_one: '{n} row copied',
    copied_other: '{n} rows copied',
    operators: {
      equals: '=',
      notEquals: '≠',
      contains: 'contains',
      startsWith: 'starts with',
      less: '<',
      lessOrEqual: '≤',
      greater: '>',
      greaterOrEqual: '≥',
      between: 'between',
      isNull: 'is null',
      isNotNull: 'is not null',
    },
  },
};

/** Puts values into a text's `{name}` places. */
export function fillText(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => (name in values ? String(values[name]) : place));
}

/**
 * A counted text of the grid in the form the language has for the number, with the number in it. `locale` is a tag of
 * BCP 47.
 */
export function countText(
  texts: GridTexts,
  name: 'rows' | 'columns' | 'selected' | 'copied',
  count: number,
  locale: string,
): string {
  const forms = texts as unknown as Readonly<Record<string, string | undefined>>;
  const text = forms[`${name}_${new Intl.PluralRules(locale).select(count)}`] ?? texts[`${name}_other`];
  return fillText(text, { n: count.toLocaleString(locale) });
}
