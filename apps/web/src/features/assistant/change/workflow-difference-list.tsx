import { graphChanges, type GraphChange, type WorkflowGraph } from '@groma/model';
import { ArrowRightIcon } from '@groma/ui';
import { useText } from '../../../platform/text.ts';

/** What becomes of one node, connection or parameter. */
interface Row {
  key: string;
  what: 'changed' | 'added' | 'deleted';
  title: string;
  fields: { name: string; before: unknown; after: unknown }[];
}

/** The nodes, connections and parameters of a workflow that change, with their fields before and after. */
export function WorkflowDifferenceList({ before, after }: { before: WorkflowGraph; after: WorkflowGraph }) {
  const t = useText();
  const labelOf = (id: string): string =>
    [...after.nodes, ...before.nodes].find((node) => node.id === id)?.data.label ?? id;
  const rows = rowsOf(graphChanges(before, after), {
    labelOf,
    position: t('change.position'),
    connection: (value) => `${t('change.connection')}: ${labelOf(value.source)} → ${labelOf(value.target)}`,
    parameter: (name) => `${t('change.parameter')}: ${name}`,
  });
  return (
    <ul className="change-graph">
      {rows.map(({ key, what, title, fields }) => (
        <li key={key}>
          <p>
            <b dir="auto">{title}</b> <span>{t(`change.what.${what}`)}</span>
          </p>
          {fields.length > 0 && (
            <dl className="change-values">
              {fields.map((field) => (
                <div key={field.name}>
                  <dt>{field.name}</dt>
                  <dd>
                    {what === 'changed' && (
                      <>
                        <del>{valueText(field.before, t('change.empty'))}</del>
                        <ArrowRightIcon size={12} />
                      </>
                    )}
                    <ins>{valueText(field.after, t('change.empty'))}</ins>
                  </dd>
                </div>
              ))}
            </dl>
          )}
        </li>
      ))}
    </ul>
  );
}

interface Words {
  labelOf(id: string): string;
  position: string;
  connection(value: { source: string; target: string }): string;
  parameter(name: string): string;
}

/** One row for each node, in the order of what changes; then connections and parameters. */
function rowsOf(changes: readonly GraphChange[], words: Words): Row[] {
  const rows = new Map<string, Row>();
  for (const { place, before, after } of changes) {
    const [kind, id, name] = place;
    const what = before === undefined ? 'added' : after === undefined ? 'deleted' : 'changed';
    if (kind === 'edge' || kind === 'parameter') {
      const title =
        kind === 'edge'
          ? words.connection((after ?? before) as { source: string; target: string })
          : words.parameter(id);
      rows.set(`${kind} ${id}`, { key: `${kind} ${id}`, what, title, fields: [] });
      continue;
    }
    if (kind === 'node') {
      const node = (after ?? before) as WorkflowGraph['nodes'][number];
      const fields = what === 'added' ? fieldsOf(node.data) : [];
      rows.set(id, { key: id, what, title: `${node.data.label} (${node.type})`, fields });
      continue;
    }
    const row = rows.get(id) ?? { key: id, what: 'changed' as const, title: words.labelOf(id), fields: [] };
    row.fields.push({ name: kind === 'position' ? words.position : name!, before, after });
    rows.set(id, row);
  }
  return [...rows.values()].toSorted((one, other) => Number(isWire(one)) - Number(isWire(other)));
}

function isWire({ key }: Row): boolean {
  return key.startsWith('edge ') || key.startsWith('parameter ');
}

/** What a new node is set to: what is empty is not worth a line. */
function fieldsOf(data: object): Row['fields'] {
  return Object.entries(data).flatMap(([name, value]: [string, unknown]) =>
    name === 'label' || value === '' || value === null || (typeof value === 'object' && Object.keys(value).length === 0)
      ? []
      : [{ name, before: undefined, after: value }],
  );
}

function valueText(value: unknown, empty: string): string {
  if (value === undefined || value === null || value === '') return empty;
  if (typeof value !== 'object') return String(value as string | number | boolean);
  const { x, y } = value as { x?: number; y?: number };
  return x !== undefined && y !== undefined ? `${Math.round(x)}, ${Math.round(y)}` : JSON.stringify(value);
}
