/** Keys of one place that are no commands, for the sheet of keys: each row with the key of its text. */
export interface KeyRows {
  /** Text key. */
  title: string;
  rows: readonly { keys: readonly string[]; title: string }[];
}

const groups = new Map<string, KeyRows>();

/** Adds a group of keys to the sheet, or takes the place of the one with the same title. */
export function registerKeyRows(group: KeyRows): void {
  groups.set(group.title, group);
}

export function keyRows(): readonly KeyRows[] {
  return [...groups.values()];
}
