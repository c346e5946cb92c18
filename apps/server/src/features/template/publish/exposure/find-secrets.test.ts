import { expect, test } from 'vitest';
import { findSecrets } from './find-secrets.ts';
import { isPrivateFile } from './private-files.ts';

const long = 'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF3hI6kL9n';

test('[PUB-058] keys, tokens and passwords in addresses are found in any text', () => {
  const found: [string, string][] = [
    ['-----BEGIN RSA PRIVATE KEY-----', 'private-key'],
    ['-----BEGIN OPENSSH PRIVATE KEY-----', 'private-key'],
    [`token = "ghp_${long}"`, 'access-token'],
    [`OPENAI = 'sk-proj-${long}'`, 'access-token'],
    [`Bearer groma_pat_${long}`, 'access-token'],
    [`sk.eyJ1IjoiZXhhbXBsZSJ9${long}.abcdefghijk`, 'access-token'],
    ['AKIAIOSFODNN7EXAMPLE', 'cloud-key'],
    [JSON.stringify('a line\nAKIAIOSFODNN7EXAMPLE'), 'cloud-key'],
    [JSON.stringify(JSON.stringify({ aws_secret_access_key: long })), 'cloud-key'],
    [`aws_secret_access_key = ${long}`, 'cloud-key'],
    [`https://a.blob.core.windows.net/x?sv=1&sig=${long}%3D`, 'cloud-key'],
    ['postgresql://ann:hunter22@db.example.org/flow', 'password-in-address'],
    ['https://:hunter22@example.org/', 'password-in-address'],
    ['postgres://u:$tr0ng!pass@h/db', 'password-in-address'],
    ['postgres://u:yourock42@h/db', 'password-in-address'],
  ];
  for (const [text, reason] of found) expect([text, findSecrets(`x ${text} y`)]).toEqual([text, [reason]]);
});

test('[PUB-058] what only looks like a secret is let through', () => {
  for (const text of [
    'postgresql://user:password@host/name',
    'f"https://{user}:{password}@example.org"',
    'postgres://u:$DB_PASSWORD@h/db and postgres://u:${password}@h/db',
    'postgres://u:your_password@h/db',
    'https://example.org:8080/a@b',
    'pk.eyJ1IjoiZXhhbXBsZSJ9.abcdefghijk',
    'sk-learn is a library, and task-forces-are-not-tokens-at-all too',
    '-----BEGIN PUBLIC KEY-----',
    'http://a:b',
  ])
    expect([text, findSecrets(text)]).toEqual([text, []]);
});

test('[PUB-058] a long text takes time in proportion to its length', () => {
  for (const piece of ['a', '\\', 'http', 'x://', 'sk-', 'a://b:', '-----BEGIN ', 'eyJ.', '"private_key" ']) {
    const text = piece.repeat(Math.ceil(1_000_000 / piece.length));
    const begun = performance.now();
    findSecrets(text);
    expect([piece, performance.now() - begun < 5_000]).toEqual([piece, true]);
  }
});

test('[PUB-058] files that people keep to themselves are known by name and folder', () => {
  for (const name of ['.env', 'a/.env.local', 'id_rsa', 'server.key', 'b/cert.pem', '.netrc', '.pgpass', 'credentials'])
    expect([name, isPrivateFile(`/data/${name}`)]).toEqual([name, true]);
  for (const name of [
    '.aws/config',
    '.ssh/known_hosts',
    'credentials.json',
    'service-account-x.json',
    'client_secret_1.json',
  ])
    expect([name, isPrivateFile(`/data/${name}`)]).toEqual([name, true]);
  for (const name of [
    '.env.example',
    'environment.yml',
    'monkey.geojson',
    'keys.csv',
    'credentials/readme.md',
    'a.tif',
  ])
    expect([name, isPrivateFile(`/data/${name}`)]).toEqual([name, false]);
});
