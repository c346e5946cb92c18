import { projectTool, type OfferedTool, type QueryField } from '@groma/protocol';
import { api } from '../../../platform/api.ts';
import { t } from '../../../platform/text.ts';
import { openDialog } from '../../../registry/dialog.ts';
import { OfferToolDialog } from '../../../registry/offer-tool-dialog.tsx';
import { parametersOf, parameterValue } from '../sql/parameters.ts';

interface OfferedQuery {
  projectId: string;
  database: { id: string; name: string };
  query: string;
  /** What stands in the fields of the parameters. */
  values: Readonly<Record<string, string>>;
}

/**
 * Asks under which title a query is offered as a tool; one whose text is offered already can be changed and withdrawn.
 */
export async function offerQueryTool({ projectId, database, query, values }: OfferedQuery): Promise<void> {
  const { data } = await api.call(projectTool.listProjectTools, { params: { projectId } });
  const known = data.find((each) => each.database_id === database.id && each.query === query.trim());
  const params = { databaseId: database.id };
  const byQuery = { ...params, queryId: known?.id.slice('query:'.length) ?? '' };
  openDialog((props) => (
    <OfferToolDialog
      {...props}
      text={t('function.offerQuery')}
      title={database.name}
      known={known}
      fields={fieldsOf(query, values, known)}
      onOffer={(texts, fields) =>
        known
          ? api.call(projectTool.changeQueryTool, { params: byQuery, body: { ...texts, query, fields } })
          : api.call(projectTool.offerQuery, { params, body: { ...texts, query, fields } })
      }
      onWithdraw={() => api.call(projectTool.withdrawQuery, { params: byQuery })}
    />
  ));
}

/** The parameters of a query: as they are offered already, else of the type that the value in the editor has. */
function fieldsOf(
  query: string,
  values: Readonly<Record<string, string>>,
  known: OfferedTool | undefined,
): QueryField[] {
  return parametersOf(query).map((name) => {
    const before = known?.fields.find((field) => field.name === name);
    if (before) return before as unknown as QueryField;
    const value = parameterValue(values[name] ?? '');
    const named = { name, label: name };
    if (typeof value === 'boolean') return { ...named, type: 'boolean', default: value };
    if (typeof value === 'number') return { ...named, type: 'number', default: value };
    return { ...named, type: 'string', default: value ?? '' };
  });
}
