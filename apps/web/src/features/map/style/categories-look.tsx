import { mostCategories, type Category, type Symbology, categorise, otherColor, recolor } from '@groma/model';
import {
  Button,
  Check,
  EyeIcon,
  EyeOffIcon,
  IconButton,
  Note,
  RefreshIcon,
  SelectField,
  Skeleton,
  TrashIcon,
  Truncated,
  useInterface,
} from '@groma/ui';
import { useText } from '../../../platform/text.ts';
import { categoryNumber, categoryText } from '../look/class-text.ts';
import { ColorControl } from '../look/color-control.tsx';
import { RampSelect } from '../look/ramp-select.tsx';
import { StyleRow, StyleSection } from '../look/style-row.tsx';
import type { StyleTarget } from './style-target.ts';
import { useAnswer } from '../session/use-answer.ts';

type Categorised = Extract<Symbology, { kind: 'categorised' }>;

/** Values that are given a colour of their own at once; the rest can be told apart by nobody. */
const firstCategories = 40;

/** A colour for each value of a column. */
export function CategoriesLook({ target, symbology }: { target: StyleTarget; symbology: Categorised | null }) {
  const t = useText();
  const { session, layerId, columns, version, change, readOnlyReason, isReady } = target;
  const column = symbology?.column ?? null;
  const { answer: counts, failure } = useAnswer(
    `${layerId} ${column} ${version} ${isReady}`,
    column !== null && isReady ? () => session.ask(layerId, 'values', { column, most: mostCategories }) : null,
  );
  const isOff = readOnlyReason !== null;
  const take = async (name: string, before: Partial<Categorised> = {}) => {
    const found = await session.ask(layerId, 'values', { column: name, most: firstCategories });
    const values = [...found.values.map(({ value }) => value), ...(found.nulls > 0 ? [null] : [])];
    change({ symbology: categorise(name, values, before) });
  };
  const listed = columns.filter(({ type }) => type !== 'json').map(({ name }) => name);
  return (
    <>
      <StyleSection>
        <StyleRow label={t('style.column')}>
          <SelectField
            size="s"
            aria-label={t('style.column')}
            placeholder={t('style.chooseColumn')}
            searchable
            options={listed}
            value={column}
            disabled={isOff || !isReady}
            nothingFoundMessage={t('style.noColumn')}
            onChange={(name) => {
              void take(name, symbology ?? {});
            }}
          />
        </StyleRow>
        {symbology && (
          <StyleRow label={t('style.ramp')}>
            <RampSelect
              value={symbology.colorMap}
              isReversed={symbology.isReversed}
              disabled={isOff}
              onChange={(map) => change({ symbology: recolor(symbology, map, symbology.isReversed) })}
            />
          </StyleRow>
        )}
        {failure !== null && <Note kind="error">{failure}</Note>}
        {listed.length === 0 && isReady && <Note kind="info">{t('style.noColumns')}</Note>}
      </StyleSection>
      {symbology && (
        <CategoryList
          target={target}
          symbology={symbology}
          counts={
            counts &&
            new Map<unknown, number>([
              ...counts.values.map(({ value, count }) => [value, count] as const),
              [null, counts.nulls],
            ])
          }
          rows={counts?.rows ?? 0}
          distinct={counts && { count: counts.distinct, isAtLeast: counts.isDistinctAtLeast }}
          onRefresh={() => {
            void take(symbology.column, symbology);
          }}
        />
      )}
    </>
  );
}

interface CategoryListProps {
  target: StyleTarget;
  symbology: Categorised;
  counts: ReadonlyMap<unknown, number> | null;
  rows: number;
  distinct: { count: number; isAtLeast: boolean } | null;
  onRefresh: () => void;
}

function CategoryList({
  target: { change, readOnlyReason },
  symbology,
  counts,
  rows,
  distinct,
  onRefresh,
}: CategoryListProps) {
  const t = useText();
  const { locale } = useInterface();
  const isOff = readOnlyReason !== null;
  const { categories, other } = symbology;
  const number = categoryNumber(
    symbology.column,
    categories.map(({ value }) => value),
    locale,
  );
  const set = (index: number, next: Category | null) =>
    change({
      symbology: {
        ...symbology,
        categories: categories.flatMap((each, place) => (place === index ? (next ?? []) : [each])),
      },
    });
  const countedOf = (value: unknown) => counts?.get(value);
  const listed = categories.reduce((sum, { value }) => sum + (countedOf(value) ?? 0), 0);
  const note = distinct
    ? t(distinct.isAtLeast ? 'style.valuesAtLeast' : 'style.values', { count: distinct.count })
    : undefined;
  const figures = new Intl.NumberFormat(locale);
  return (
    <StyleSection
      title={t('style.categories')}
      note={note}
      action={
        !isOff && (
          <IconButton size="s" label={t('style.readValues')} icon={<RefreshIcon size={14} />} onClick={onRefresh} />
        )
      }
    >
      <ul className="style-classes">
        {categories.map((category, index) => {
          const text = categoryText(category.value, t, number);
          const count = countedOf(category.value);
          return (
            <li key={`${typeof category.value} ${String(category.value)}`} data-hidden={category.isHidden || undefined}>
              <ColorControl
                compact
                label={t('style.colorOf', { name: text })}
                value={category.color}
                disabled={isOff}
                onChange={(color) => set(index, { ...category, color })}
              />
              <span dir="auto">
                <Truncated text={text} />
              </span>
              <small>{count === undefined ? counts ? '0' : <Skeleton width={28} /> : figures.format(count)}</small>
              {!isOff && (
                <IconButton
                  size="s"
                  label={t(category.isHidden ? 'style.showClass' : 'style.hideClass', { name: text })}
                  icon={category.isHidden ? <EyeOffIcon size={14} /> : <EyeIcon size={14} />}
                  onClick={() =>
                    set(index, {
                      value: category.value,
                      color: category.color,
                      ...(!category.isHidden && { isHidden: true }),
                    })
                  }
                />
              )}
              {!isOff && (
                <IconButton
                  size="s"
                  label={t('style.removeClass', { name: text })}
                  icon={<TrashIcon size={14} />}
                  onClick={() => set(index, null)}
                />
              )}
            </li>
          );
        })}
        <li data-hidden={other === null || undefined}>
          <ColorControl
            compact
            label={t('style.colorOf', { name: t('style.other') })}
            value={other ?? otherColor}
            disabled={isOff || other === null}
            onChange={(color) => change({ symbology: { ...symbology, other: color } })}
          />
          <span>{t('style.other')}</span>
          <small>{counts && figures.format(Math.max(0, rows - listed))}</small>
          {!isOff && (
            <Check
              label={t('style.drawOther')}
              checked={other !== null}
              onChange={(isOn) => change({ symbology: { ...symbology, other: isOn ? otherColor : null } })}
            />
          )}
        </li>
      </ul>
      {categories.length < (distinct?.count ?? 0) && !isOff && categories.length < mostCategories && counts && (
        <Button
          size="s"
          variant="quiet"
          onClick={() =>
            change({
              symbology: categorise(
                symbology.column,
                [...counts.keys()]
                  .filter((value) => value !== null || (counts.get(null) ?? 0) > 0)
                  .slice(0, mostCategories) as never,
                symbology,
              ),
            })
          }
        >
          {t('style.addValues', { count: Math.min(mostCategories, distinct?.count ?? 0) })}
        </Button>
      )}
    </StyleSection>
  );
}
