import { expect, test } from 'vitest';
import { plainResponse, readJilinMetadata, readResponses, reflectanceOf } from './jilin-scene.ts';
import { MetadataNode } from './metadata-xml.ts';
import { ownBand, sixSParameters } from './six-s-conditions.ts';

const xml = (inner: string): string => `<?xml version="1.0"?><ProductMetaData>${inner}</ProductMetaData>`;
const whole = xml(
  '<CenterTime>2021-01-14 03:10:20</CenterTime><SolarZenith>60</SolarZenith><SolarAzimuth>158.5</SolarAzimuth>' +
    '<SatelliteZenith>-4.5</SatelliteZenith><SatelliteAzimuth>101</SatelliteAzimuth>' +
    '<Bands><Band><Gain>0.05</Gain><Bias>1</Bias></Band><Band><Gain>0.06</Gain><Bias>0</Bias></Band></Bands>',
);

test('[PRC-036] metadata of a scene are found by the names of elements, in any case', () => {
  expect(readJilinMetadata(whole, 2)).toEqual({
    time: new Date('2021-01-14T03:10:20Z'),
    sun: { zenith: 60, azimuth: 158.5 },
    view: { zenith: 4.5, azimuth: 101 },
    gains: [0.05, 0.06],
    biases: [1, 0],
  });
  const other = xml(
    '<starttime>2021-01-14T03:10:20.5+08:00</starttime><SunElevation>30</SunElevation><SunAzimuth>1</SunAzimuth><gains>0.1, 0.2</gains>',
  );
  expect(readJilinMetadata(other, 2)).toMatchObject({
    time: new Date('2021-01-13T19:10:20.500Z'),
    sun: { zenith: 60 },
    gains: [0.1, 0.2],
    biases: [0, 0],
  });
});

test('[PRC-034, PRC-036] what metadata do not say is named, and a document type is refused', () => {
  expect(readJilinMetadata(whole, 4)).toEqual({ missing: 'the gain of 4 bands (Gain)' });
  expect(readJilinMetadata(xml('<Gain>1</Gain>'), 1)).toMatchObject({ missing: expect.stringContaining('time') });
  expect(readJilinMetadata(whole.replace('SolarZenith>', 'X>').replace('/SolarZenith', '/X'), 2)).toMatchObject({
    missing: expect.stringContaining('sun'),
  });
  for (const hostile of [
    '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
    '<!DOCTYPE a [<!ENTITY b "x"><!ENTITY c "&b;&b;">]><a>&c;</a>',
  ])
    expect(() => MetadataNode.parse(hostile)).toThrow('document type');
  expect(() => MetadataNode.parse('<a><b></a>')).toThrow('no well-formed XML');
  expect(() => MetadataNode.parse('<a>'.repeat(500))).toThrow('no well-formed XML');
  expect(() => MetadataNode.parse('')).toThrow('XML');
});

test('[PRC-036] the response of bands is that of a table, or one between their limits', () => {
  const table = 'nm,blue,green\n450,0,0\n455,0.4,0\n460,0.8,0\n465,0.4,0\n470,0,0.5\n480,0,1\n490,0,0\n';
  const [blue, green] = readResponses(table, 2)!;
  expect(blue!.from).toBeCloseTo(0.455, 6);
  expect(blue!.values.map((value) => Number(value.toFixed(3)))).toEqual([0.5, 0.75, 1, 0.75, 0.5]);
  expect(green!.values[0]).toBeCloseTo(0.5, 3);
  expect(readResponses('a,b\nc,d', 2)).toBeNull();
  expect(readResponses(table, 3)).toBeNull();
  expect(ownBand(0.455, blue!.values)).toBe('1\n0.455 0.465\n0.5 0.75 1 0.75 0.5');
  expect(plainResponse(2)).toMatchObject({ from: 0.63 });
  expect(plainResponse(2).values).toHaveLength(25);
});

test('[PRC-036] radiance becomes reflectance by the sun of that day', () => {
  const metadata = readJilinMetadata(whole, 2) as Exclude<ReturnType<typeof readJilinMetadata>, { missing: string }>;
  const { factor, summand } = reflectanceOf(metadata, 0, { from: 0.492, values: [1] });
  const distance = 1 / (1 - 0.01673 * Math.cos((0.9856 * (14 - 4) * Math.PI) / 180)) ** 2;
  expect(factor).toBeCloseTo((Math.PI * 0.05) / (1959.72 * distance * 0.5), 12);
  expect(summand / factor).toBeCloseTo(20, 9);
});

test('[PRC-032] the conditions of 6S are what the program reads, line by line', () => {
  const conditions = {
    time: new Date('2021-07-14T10:15:36Z'),
    place: [15.5, 45.25] as const,
    angles: null,
    sensor: 25,
    atmosphere: 'by_place',
    aerosol: 'maritime',
    opticalDepth: 0.15,
    height: 600,
    band: '169',
  };
  expect(sixSParameters(conditions)).toBe('25\n7 14 10.26 15.5 45.25\n2\n2\n0\n0.15\n-0.6\n-1000\n169\n');
  const angles = { sun: { zenith: 30, azimuth: 150 }, view: { zenith: 5, azimuth: 100 } };
  expect(sixSParameters({ ...conditions, angles, place: [15.5, -45], height: -20 })).toBe(
    '0\n30 150 5 100 7 14\n3\n2\n0\n0.15\n0\n-1000\n169\n',
  );
  const airs = [10, 70, -70].map((latitude) => sixSParameters({ ...conditions, place: [0, latitude] }).split('\n')[2]);
  expect(airs).toEqual(['1', '4', '5']);
});
