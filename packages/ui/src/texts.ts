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
  rename: { invalid: string; hint: string; validName: string; invalidName: string };
  tree: { locked: string; hidden: string; failed: string; move: string; moveBefore: string; moveAfter: string; moveInside: string };
  grid: GridTexts;
}

/** Words of the grid. `{n}`, `{m}`, `{name}` and `{value}` are filled in. */
export interface GridTexts {
  rowsByColumns: string;
  selected: string;
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
  copied: string;
  operators: { equals: string; notEquals: string; contains: string; startsWith: string; less: string; greater: string; isNull: string; isNotNull: string };
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
  rename: {
    invalid: 'Input does not match the required format.', hint: 'Name must be unique in the parent folder',
    validName: 'Valid', invalidName: 'Invalid',
  },
  tree: {
    locked: 'Locked', hidden: 'Hidden', failed: 'Failed',
    move: 'Move', moveBefore: 'Before “{name}”', moveAfter: 'After “{name}”', moveInside: 'Into “{name}”',
  },
  grid: {
    rowsByColumns: '{n} rows × {m} columns',
    selected: '{n} selected',
    selectAll: 'Select all rows',
    selectRow: 'Select row {n}',
    rowNumber: 'Row',
    null: 'null',
    true: 'true',
    false: 'false',
    empty: 'No rows',
    failed: 'Rows did not load',
    loading: 'Loading rows',
    notANumber: '“{value}” is not a number; the old value stays.', filterPlaceholder: 'Filter',
    filterOperator: 'Filter operator',
    filterValue: 'Filter value',
    copied: '{n} rows copied',
    operators: {
      equals: '=', notEquals: '≠', contains: 'contains', startsWith: 'starts with',
      less: '<', greater: '>', isNull: 'is null', isNotNull: 'is not null',
    },
  },
};

/** Puts values into a text's `{name}` places. */
export function fillText(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => (name in values ? String(values[name]) : place));
}
