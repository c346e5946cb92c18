import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { convertStyle, StyleUnreadable, type StyleSource, type StyleTarget } from './index.ts';

const sample = (name: string) => readFileSync(join(import.meta.dirname, '../test', name));
const bytes = (text: string) => new TextEncoder().encode(text);
const convert = (content: Uint8Array | string, from: StyleSource, to: StyleTarget) =>
  convertStyle(typeof content === 'string' ? bytes(content) : content, { from, to, name: 'roads' });

/** A layer file of ArcGIS Pro 3 in its smallest form. */
function lyrx(renderer: object, more: object = {}): string {
  const layer = { type: 'CIMFeatureLayer', name: 'Roads', renderer, ...more };
  return JSON.stringify({ type: 'CIMLayerDocument', version: '3.2.0', layerDefinitions: [layer] });
}
const rgb = (...values: number[]) => ({ type: 'CIMRGBColor', values });
const polygon = (...values: number[]) => ({
  type: 'CIMSymbolReference',
  symbol: {
    type: 'CIMPolygonSymbol',
    symbolLayers: [
      {
        type: 'CIMSolidStroke',
        enable: true,
        capStyle: 'Round',
        joinStyle: 'Round',
        width: 0.7,
        color: rgb(110, 110, 110, 100),
      },
      { type: 'CIMSolidFill', enable: true, color: rgb(...values) },
    ],
  },
});

test('[WFL-180] rules of QGIS with their filters, scales, colours, widths and labels become SLD, and come back', () => {
  const { value: sld, losses } = convert(sample('line-rules.qml'), 'qml', 'sld');
  expect(losses).toEqual([]);
  for (const part of [
    '<ogc:PropertyName>class</ogc:PropertyName>',
    '<ogc:Literal>motorway</ogc:Literal>',
    '<ogc:PropertyIsLike wildCard="%" singleChar="_" escapeChar="\\">',
    '<se:MinScaleDenominator>5000</se:MinScaleDenominator>',
    '<se:MaxScaleDenominator>250000</se:MaxScaleDenominator>',
    '<se:SvgParameter name="stroke">#c81e1e</se:SvgParameter>',
    '<se:SvgParameter name="stroke-width">4.285714</se:SvgParameter>',
    '<se:ElseFilter/>',
    'uom="http://www.opengeospatial.org/se/units/metre"',
    '<se:Label><ogc:PropertyName>name</ogc:PropertyName> (<ogc:PropertyName>class</ogc:PropertyName>)</se:Label>',
    '<se:LinePlacement>',
  ])
    expect(sld).toContain(part);
  // A rule within a rule draws what both take.
  expect(sld.match(/<ogc:PropertyIsNull>/g)).toHaveLength(1);
  const { value: qml } = convert(sld, 'sld', 'qml');
  for (const part of [
    '"RuleRenderer"',
    'filter="ELSE"',
    'scalemindenom="5000"',
    'value="200,30,30,255"',
    'fontFamily="DejaVu Sans"',
  ])
    expect(qml).toContain(part);
  expect(qml).toContain('filter="&quot;people&quot; &gt; 5"');
});

test('[WFL-180] ranges stay ranges, and what the layer says of scales and opacity goes into each rule', () => {
  const { value, losses } = convert(sample('polygon-graduated.qml'), 'qml', 'sld');
  expect(losses).toEqual([expect.stringContaining('opacity becomes that of each symbol')]);
  expect(value.match(/<se:MaxScaleDenominator>500000</g)).toHaveLength(3);
  expect(value).toContain('<se:SvgParameter name="fill-opacity">0.6</se:SvgParameter>');
  const unlimited = value.replaceAll(/<se:M(?:ax|in)ScaleDenominator>\d+<\/se:M(?:ax|in)ScaleDenominator>/g, '');
  const { value: back } = convert(unlimited, 'sld', 'qml');
  expect(back).toContain('type="graduatedSymbol" attr="people"');
  expect(back).toContain('lower="1000" upper="50000.5"');
  // Without the upper bound as the first, a value on it would be drawn otherwise: such rules stay rules.
  const half = unlimited.replaceAll('PropertyIsLessThanOrEqualTo', 'PropertyIsLessThan');
  expect(convert(half, 'sld', 'qml').value).toContain('type="RuleRenderer"');
});

test('[WFL-180] an SLD of QGIS becomes a style of QGIS with marks, sizes, turns and a halo', () => {
  const { value, losses } = convert(sample('point-categorised.sld'), 'sld', 'qml');
  expect(losses).toEqual(['The vendor’s option “maxDisplacement” is left out.']);
  for (const part of [
    "'king''s town'",
    'value="star"',
    'value="0,128,0,128"',
    'k="angle" v="30"',
    'bufferDraw="1"',
    'layerGeometryType>0<',
  ])
    expect(value).toContain(part);
});

test('[WFL-180] unique values of ArcGIS become categories, with the colour of each and its outline above its fill', () => {
  const classes = [
    {
      type: 'CIMUniqueValueClass',
      label: 'I',
      symbol: polygon(255, 0, 0, 50),
      values: [{ fieldValues: ['ES_I'] }],
      visible: true,
    },
    { type: 'CIMUniqueValueClass', label: 'II', symbol: polygon(0, 255, 0, 100), values: [{ fieldValues: ['ES_II'] }] },
  ];
  const renderer = {
    type: 'CIMUniqueValueRenderer',
    fields: ['ES'],
    groups: [{ classes }],
    defaultSymbol: polygon(130, 130, 130, 100),
    defaultLabel: 'others',
    useDefaultSymbol: true,
  };
  const label = {
    name: 'Class 1',
    expression: '$feature.NameNummer + " m"',
    textSymbol: {
      symbol: {
        fontFamilyName: 'Tahoma',
        fontStyleName: 'Bold',
        height: 10,
        symbol: { symbolLayers: [{ type: 'CIMSolidFill', color: rgb(0, 0, 0, 100) }] },
      },
    },
  };
  const { value: qml, losses } = convert(lyrx(renderer, { labelClasses: [label] }), 'lyrx', 'qml');
  expect(losses).toEqual([]);
  expect(qml).toContain('type="categorizedSymbol" attr="ES"');
  expect(qml).toContain('label="II" type="string" value="ES_II"');
  expect(qml).toContain('k="color" v="255,0,0,128"');
  expect(qml).toContain('k="outline_width" v="0.246944"');
  expect(qml).toContain(`fieldName="&quot;NameNummer&quot; || ' m'"`);
  const { value: sld } = convert(lyrx(renderer), 'lyrx', 'sld');
  expect(sld.match(/<se:ElseFilter\/>/g)).toHaveLength(1);
  expect(sld.indexOf('<se:Fill>')).toBeLessThan(sld.indexOf('<se:Stroke>'));
});

test('[WFL-180] classes of ArcGIS become ranges, and its condition goes into each rule', () => {
  const breaks = [10, 20].map((upperBound, at) => ({
    upperBound,
    label: `to ${upperBound}`,
    symbol: polygon(at, 0, 0, 100),
  }));
  const renderer = { type: 'CIMClassBreaksRenderer', field: 'POP', minimumBreak: 1, breaks };
  expect(convert(lyrx(renderer), 'lyrx', 'qml').value).toContain('lower="10" upper="20"');
  const { value } = convert(
    lyrx(renderer, { featureTable: { definitionExpression: "KIND = 'town' AND POP IS NOT NULL" } }),
    'lyrx',
    'qml',
  );
  expect(value).toContain("&quot;KIND&quot; = 'town'");
  expect(value).toContain('RuleRenderer');
});

test('[WFL-180] what the other format cannot say is named, and rules whose filters it cannot read are left out', () => {
  const sld = `<StyledLayerDescriptor version="1.0.0" xmlns="http://www.opengis.net/sld" xmlns:ogc="http://www.opengis.net/ogc">
    <NamedLayer><Name>a</Name><UserStyle><FeatureTypeStyle>
    <Rule><Name>far</Name><ogc:Filter><ogc:PropertyIsEqualTo><ogc:Function name="dimension"/><ogc:Literal>1</ogc:Literal></ogc:PropertyIsEqualTo></ogc:Filter>
      <LineSymbolizer><Stroke/></LineSymbolizer></Rule>
    <Rule><Name>near</Name><PolygonSymbolizer><Fill><GraphicFill><Graphic><Mark><WellKnownName>cogwheel</WellKnownName>
      <Fill><CssParameter name="fill">#0000ff</CssParameter></Fill></Mark></Graphic></GraphicFill></Fill></PolygonSymbolizer></Rule>
    </FeatureTypeStyle></UserStyle></NamedLayer></StyledLayerDescriptor>`;
  const { value, losses } = convert(sld, 'sld', 'qml');
  expect(losses).toEqual([
    'The rule “far” is left out, because its filter has the function dimension.',
    'A fill with a pattern becomes a plain fill of its colour.',
    'The mark “cogwheel” becomes a circle.',
  ]);
  expect(value).toContain('k="color" v="0,0,255,255"');
  const label = { name: 'L', expression: 'Proper($feature.A)' };
  const found = convert(
    lyrx({ type: 'CIMSimpleRenderer', symbol: polygon(1, 2, 3, 100) }, { labelClasses: [label] }),
    'lyrx',
    'sld',
  );
  expect(found.losses).toEqual(['The labels “L” are left out, because of their expression Proper($feature.A).']);
});

test('[WFL-180] labels in the form of QGIS 2 are named as lost', () => {
  const qml = `<qgis version="2.18"><renderer-v2 type="singleSymbol"><symbols><symbol type="line" name="0" alpha="1">
    <layer class="SimpleLine"><prop k="line_color" v="1,2,3,255"/></layer></symbol></symbols></renderer-v2><labeling type="simple"/>
    <customproperties><property key="labeling/enabled" value="true"/></customproperties></qgis>`;
  const { value, losses } = convert(qml, 'qml', 'sld');
  expect(losses).toEqual(['Labels in the form of QGIS 2 are left out. Save the style again with QGIS 3.']);
  expect(value).toContain('#010203');
});

test.each([
  ['<!DOCTYPE a [<!ENTITY b "c">]><StyledLayerDescriptor/>', 'sld', 'it defines entities of its own'],
  ['<a', 'sld', 'it is no well-formed XML'],
  ['<kml/>', 'qml', 'it is no style of QGIS'],
  ['<qgis><pipe/></qgis>', 'qml', 'it is a style of rasters'],
  [`<qgis><renderer-v2 type="heatmapRenderer"/></qgis>`, 'qml', 'its renderer “heatmapRenderer” has no form'],
  ['<qgis><renderer-v2 type="nullSymbol"/></qgis>', 'qml', 'it draws and labels nothing that another format can say.'],
  ['{', 'lyrx', 'it is no JSON'],
  ['{"layerDefinitions":[{"type":"CIMRasterLayer"}]}', 'lyrx', 'it is a style of rasters'],
  [`${'<a>'.repeat(150)}${'</a>'.repeat(150)}`, 'sld', 'it is no well-formed XML: Maximum nested tags exceeded'],
] as const)('[WFL-181] what is no style is refused: %.40s', (content, from, detail) => {
  expect(() => convert(content, from, 'qml')).toThrow(StyleUnreadable);
  expect(() => convert(content, from, 'qml')).toThrow(detail);
});

test('[WFL-181] a style is read in the encoding that it names', () => {
  const text =
    '<?xml version="1.0" encoding="ISO-8859-1"?><StyledLayerDescriptor><NamedLayer><UserStyle><FeatureTypeStyle><Rule><Name>Stra\u00dfe</Name><LineSymbolizer><Stroke/></LineSymbolizer></Rule></FeatureTypeStyle></UserStyle></NamedLayer></StyledLayerDescriptor>';
  const latin = Uint8Array.from(text, (each) => each.charCodeAt(0));
  expect(convert(latin, 'sld', 'sld').value).toContain('Stra\u00dfe');
  const wrong = Uint8Array.from('<a>\u00df</a>', (each) => each.charCodeAt(0));
  expect(() => convert(wrong, 'sld', 'sld')).toThrow('it is not in the encoding utf-8');
});
