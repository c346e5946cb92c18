import type { ToolDefinition, ToolField } from '@groma/model';
import type { Text } from '../platform/text.ts';

/** What a tool is called and does: in the language, or in the words of the people who have made it. */
export function toolWords(
  { id, own, name, shortName, help }: Pick<ToolDefinition, 'id' | 'own' | 'name' | 'shortName' | 'help'>,
  t: Text,
): { name: string; short: string; help: string } {
  if (own) return { name, short: shortName, help };
  return { name: t(`tool.${id}.name`), short: t(`tool.${id}.short`), help: t(`tool.${id}.help`) };
}

/** The heading under which a tool stands. */
export function headingOf({ own, category }: Pick<ToolDefinition, 'own' | 'category'>, t: Text): string {
  if (own) return own.heading || t('function.ownTools');
  return t(`tool.category.${category}`);
}

export function fieldLabel({ label, name }: Pick<ToolField, 'label' | 'name'>, t: Text): string {
  return label ?? t(`tool.field.${name}`);
}

/** An option of a field; those of people are what they are. */
export function optionLabel({ label }: Pick<ToolField, 'label'>, option: string, t: Text): string {
  return label === undefined ? t(`tool.option.${option}`) : option;
}
