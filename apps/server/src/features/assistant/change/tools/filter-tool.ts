import { GromaError, isNumericType, mostCategories, type Color, type Symbology } from '@groma/model';
import { z } from 'zod';
import { mcpTool, type McpTool } from '../../mcp/mcp-tool.ts';
import type { LookChange } from '../style-change.ts';
import type { ChangeTurn } from './change-course.ts';
import { findLayer, layerField } from './find-layer.ts';
import { lookOfTurn, proposeLook } from './propose-look.ts';

/** A tool that has a layer draw only some of its features, by its classes: the others are kept, and are not drawn. */
export function filterTool(turn: ChangeTurn): McpTool {
  return mcpTool({
    name: 'filter_layer',
    description:
      'Have a vector layer draw only features with some values of a column, or with numbers of a range, and all of ' +
      'them again. Nothing is deleted. For other conditions make a layer by SQL.',
    isReading: false,
    input: z.object({
      layer: layerField,
      column: z.string().min(1).max(255).optional().describe('Without it all features are drawn again.'),
      values: z
        .array(z.union([z.string(), z.number(), z.boolean(), z.null()]))
        .min(1)
        .max(mostCategories)
        .optional()
        .describe('Values whose features are drawn; null for empty cells.'),
      range: z.tuple([z.number(), z.number()]).optional().describe('Least and greatest number that is drawn.'),
    }),
    run: async ({ layer, column, values, range }, call) => {
      const found = await findLayer(turn, layer, call);
      const look = await lookOfTurn(turn, found.layerId);
      if (column === undefined) return proposeLook(turn, found, { symbology: allDrawn(look) });
      const about = found.columns.find(({ name }) => name === column);
      if (!about)
        throw new GromaError('BAD_INPUT', {
          detail: `the layer has no column “${column}”. Its columns are ${found.columns.map(({ name }) => name).join(', ')}.`,
        });
      if ((values === undefined) === (range === undefined))
        throw new GromaError('BAD_INPUT', { detail: 'give either values or range.' });
      if (range && (!isNumericType(about.type) || range[0] >= range[1]))
        throw new GromaError('BAD_INPUT', { detail: 'a range is of a numeric column, the least number first.' });
      const symbology = values ? onlyValues(look, column, values) : onlyRange(look, column, range!);
      return proposeLook(turn, found, { symbology });
    },
  });
}

type Look = Required<LookChange>;
type Values = readonly (string | number | boolean | null)[];

const colours = { colorMap: 'viridis', isReversed: false };
const ownColour = ({ lineColor }: Look): Color => lineColor;

/** Classes of the column that are there already keep their colours. */
function onlyValues(look: Look, column: string, values: Values): Symbology {
  const { symbology } = look;
  const known = symbology.kind === 'categorised' && symbology.column === column ? symbology : null;
  const missing = values.filter((value) => !known?.categories.some((each) => each.value === value));
  return {
    kind: 'categorised',
    column,
    ...colours,
    ...(known && { colorMap: known.colorMap, isReversed: known.isReversed }),
    categories: [
      ...(known?.categories ?? []).map(({ value, color }) => ({
        value,
        color,
        ...(!values.includes(value) && { isHidden: true }),
      })),
      ...missing.map((value) => ({ value, color: ownColour(look) })),
    ],
    other: null,
  };
}

function onlyRange(look: Look, column: string, range: readonly [number, number]): Symbology {
  return {
    kind: 'graduated',
    column,
    method: 'manual',
    ...colours,
    breaks: [...range],
    colors: [ownColour(look)],
    other: null,
  };
}

/** Classes keep their colours; one range that stood for a filter alone is none any more. */
function allDrawn(look: Look): Symbology {
  const { symbology } = look;
  if (symbology.kind === 'single') return symbology;
  if (symbology.kind === 'graduated') {
    const isFilter = symbology.other === null && symbology.colors.length === 1;
    return isFilter ? { kind: 'single' } : { ...symbology, other: symbology.other ?? ownColour(look) };
  }
  const categories = symbology.categories.map(({ value, color }) => ({ value, color }));
  return { ...symbology, categories, other: symbology.other ?? ownColour(look) };
}
