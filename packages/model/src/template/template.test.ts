import { expect, test } from 'vitest';
import {
  compareTemplateVersions,
  embedOriginSchema,
  firstTemplateVersion,
  isTemplateVersion,
  nextTemplateVersion,
  templateCategories,
  templateProblemsOf,
  tidyTags,
} from './template.ts';

const whole = { title: 'Rivers', access: 'public', version: '1.0.0', categories: ['Marine'] } as const;

test('[PUB-006] [PUB-007] there are 28 categories, each once', () => {
  expect(new Set(templateCategories).size).toBe(28);
  expect(templateCategories.indexOf('Mining')).toBe(13);
  expect(templateCategories.at(-1)).toBe('Other');
});

test('[PUB-008] a version is three integers separated by dots', () => {
  for (const good of [firstTemplateVersion, '0.0.1', '10.20.30']) expect(isTemplateVersion(good)).toBe(true);
  for (const bad of ['1', '1.0', '1.0.0.0', 'v1.0.0', '1.0.x', ' 1.0.0', '1..0', '-1.0.0', '']) {
    expect(isTemplateVersion(bad)).toBe(false);
    expect(templateProblemsOf({ ...whole, version: bad }, false)).toEqual(['versionInvalidError']);
  }
});

test('versions are compared by their numbers, not as texts', () => {
  expect(compareTemplateVersions('1.10.0', '1.9.0')).toBeGreaterThan(0);
  expect(compareTemplateVersions('1.0.9', '2.0.0')).toBeLessThan(0);
  expect(compareTemplateVersions('1.0.0', '1.0.0')).toBe(0);
  expect(nextTemplateVersion('1.9.3')).toBe('1.10.0');
});

test('[PUB-028] tags are trimmed, and those that repeat are left out', () => {
  expect(tidyTags([' rivers ', 'rivers', '', '  ', 'Rivers', 'sea'])).toEqual(['rivers', 'Rivers', 'sea']);
});

test('[PUB-023] [PUB-024] [PUB-025] [PUB-026] what is missing is named', () => {
  expect(templateProblemsOf(whole, false)).toEqual([]);
  expect(templateProblemsOf({ ...whole, title: '  ' }, false)).toEqual(['titleEmptyError']);
  expect(templateProblemsOf({ ...whole, categories: [] }, false)).toEqual(['categoryEmptyError']);
  expect(templateProblemsOf({ ...whole, categories: ['Marine', 'Marine'] }, false)).toEqual(['categoryTwiceError']);
  expect(templateProblemsOf({ ...whole, access: 'password', password: '' }, false)).toEqual(['passwordRequiredError']);
  expect(templateProblemsOf({ ...whole, access: 'password' }, true)).toEqual([]);
});

test('origins are kept without path, and nothing but http and https is one', () => {
  expect(embedOriginSchema.parse('https://Example.org/page?x')).toBe('https://example.org');
  expect(embedOriginSchema.parse('http://[::1]:3000/')).toBe('http://[::1]:3000');
  for (const bad of ['javascript:alert(1)', 'example.org', "https:// 'self'", '*', 'https://*', 'https://a;script-src'])
    expect(embedOriginSchema.safeParse(bad).success).toBe(false);
});
