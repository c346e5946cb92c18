/** What the view of an input block is given: its props, and how to change some of them. */
export interface WidgetProps<Props> {
  props: Props;
  isEditable: boolean;
  /** A later block sets the same variable. */
  isShadowed: boolean;
  onChange(change: Partial<Props>): void;
}
