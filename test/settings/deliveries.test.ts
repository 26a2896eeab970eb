import { describe, expect, it } from 'vitest';
import { datapackageNameBy, manifestNameBy, nameBy } from '../../src/settings/name-template.ts';
import { settingsSchema } from '../../src/settings/schema.ts';
import { BEYOND } from './beyond-form.ts';

const SHARE = { name: 'share', kind: 'folder', folder: '/mnt/share' };
const BANK = {
  name: 'bank',
  kind: 'sftp',
  url: 'sftp://u@bank.example/in',
  hostKeys: [`SHA256:${'A'.repeat(43)}`],
};
const ARCHIVE = { name: 'archive', kind: 's3', url: 's3://reports/recon' };
const MAIL = { name: 'mail', kind: 'email', url: 'smtp://h', from: 'a@b.example', to: ['c@d.example'] };
const named = (template: string, more: object = {}) => ({ deliveries: [{ ...SHARE, template, ...more }] });

describe('a delivery', () => {
  it.each([
    [{ deliveries: [{ ...ARCHIVE, url: 'https://reports' }] }, BEYOND[25]],
    [{ deliveries: [{ ...ARCHIVE, url: 's3://reports/50%off' }] }, BEYOND[60]],
    [{ deliveries: [{ ...BANK, url: 'sftp://u:50%off@bank.example/in' }] }, BEYOND[60]],
    [{ deliveries: [{ ...MAIL, url: 'smtp://50%off@h' }] }, BEYOND[60]],
    [{ deliveries: [{ ...SHARE, since: '2026-02-30' }] }, BEYOND[26]],
    [{ deliveries: [SHARE, { ...SHARE, folder: '/mnt/other' }] }, BEYOND[27]],
    [{ deliveries: [SHARE, { ...SHARE, name: 'other' }] }, BEYOND[28]],
    [{ deliveries: [BANK, { ...BANK, name: 'other' }] }, BEYOND[28]],
    [{ deliveries: [{ ...SHARE, endpoint: 'https://s3.example' }] }, BEYOND[29]],
    [{ deliveries: [{ ...SHARE, folder: undefined }] }, BEYOND[30]],
    [{ deliveries: [{ ...BANK, url: 's3://bank.example/in' }] }, BEYOND[31]],
    [{ deliveries: [{ ...ARCHIVE, url: 'sftp://bank.example/in' }] }, BEYOND[32]],
    [{ deliveries: [{ ...ARCHIVE, url: undefined }] }, BEYOND[19]],
    [{ deliveries: [{ ...ARCHIVE, urlFile: 'a' }] }, BEYOND[20]],
    [{ deliveries: [{ ...BANK, hostKeys: undefined }] }, BEYOND[33]],
    [{ deliveries: [{ ...ARCHIVE, accessKeyId: 'a' }] }, BEYOND[34]],
    [{ deliveries: [{ ...ARCHIVE, secretAccessKeyFile: 'a' }] }, BEYOND[34]],
    [{ deliveries: [{ ...ARCHIVE, kmsKeyId: 'a', encryption: 'AES256' }] }, BEYOND[35]],
    [{ deliveries: [{ ...MAIL, from: undefined }] }, BEYOND[21]],
    [{ deliveries: [{ ...MAIL, to: undefined }] }, BEYOND[22]],
    [{ deliveries: [{ ...MAIL, url: 's3://h' }] }, BEYOND[42]],
    [named('{regio}/{date}-{report}.csv'), BEYOND[36]],
    [named('{region}:{date}-{report}.csv'), BEYOND[37]],
    [named('{region}/{date}-{report'), BEYOND[37]],
    [named('../{region}-{date}-{report}.csv'), BEYOND[38]],
    [named('{region}/../{date}-{report}.csv'), BEYOND[38]],
    [named('/{region}-{date}-{report}.csv'), BEYOND[38]],
    [named('{region}//{date}-{report}.csv'), BEYOND[38]],
    [{ deliveries: [{ ...MAIL, template: '{region}/{date}-{report}.csv' }] }, BEYOND[39]],
    [named('{region}-{report}.csv'), BEYOND[40]],
    [named('{region}-{date}.csv'), BEYOND[40]],
    [named('{report}-{date}.csv', { regions: ['BR', 'EG'] }), BEYOND[40]],
    [named('{region}-{date}-{report}.csv', { formats: ['csv', 'xlsx'] }), BEYOND[40]],
    [named('{region}/{date}/{report}/SHA256SUMS'), BEYOND[41]],
    [named('{region}/{date}/{report}.json'), BEYOND[41]],
  ])('is refused: %j', (raw, message) => {
    const issues = settingsSchema.safeParse(raw).error?.issues ?? [];
    expect(issues.map((issue) => issue.message)).toEqual([message]);
  });

  it.each([
    [{ ...SHARE, folder: 'share' }, { folder: './share/' }],
    [SHARE, { folder: '/mnt//other/../share/' }],
    [BANK, { url: 'sftp://u:password@BANK.example:22/in/' }],
    [{ ...BANK, url: 'sftp://u@bank.example' }, { url: 'sftp://u@bank.example/' }],
    [ARCHIVE, { url: 's3://key@reports/recon/' }],
    [{ ...ARCHIVE, endpoint: 'https://s3.example' }, { endpoint: 'https://S3.example:443/' }],
    [
      { ...ARCHIVE, url: undefined, urlFile: 'secrets/url' },
      { url: undefined, urlFile: './secrets/url' },
    ],
  ])('is refused beside another to the same place, however it is written: %j, %j', (one, changes) => {
    const raw = { deliveries: [one, { ...one, ...changes, name: 'other' }] };
    const issues = settingsSchema.safeParse(raw).error?.issues ?? [];
    expect(issues.map((issue) => issue.message)).toEqual([BEYOND[28]]);
  });

  it.each([
    named('{region}/{date}/{report}-{region}-{date}-v{version}.csv'),
    named('{date}.csv', { regions: ['BR'], reports: ['orders'] }),
    named('{region} {date} ({report}).{format}', { formats: ['csv', 'xlsx'] }),
    { deliveries: [SHARE, BANK, ARCHIVE, MAIL, { ...MAIL, name: 'other' }] },
    {
      deliveries: [
        { ...SHARE, folder: '/' },
        { ...SHARE, name: 'other', folder: '.' },
      ],
    },
    // A server may give each user a folder of his own.
    { deliveries: [BANK, { ...BANK, name: 'other', url: 'sftp://v@bank.example/in' }] },
    { deliveries: [BANK, { ...BANK, name: 'other', url: 'sftp://u@bank.example:2222/in' }] },
    {
      deliveries: [
        { ...ARCHIVE, encryption: 'aws:kms', kmsKeyId: 'k', accessKeyId: 'a', secretAccessKeyFile: 'f' },
      ],
    },
  ])('is taken: %j', (raw) => {
    expect(settingsSchema.safeParse(raw).error?.issues ?? []).toEqual([]);
  });

  it('names files by its template, and the manifest and Data Package beside them', () => {
    const parts = { region: 'BR', date: '2026-11-19', version: 2 };
    const template = '{region}/{date}/{report}-{region}-{date}-v{version}.csv';
    expect(nameBy(template, { ...parts, report: 'orders', format: 'csv' })).toBe(
      'BR/2026-11-19/orders-BR-2026-11-19-v2.csv',
    );
    expect(manifestNameBy(template, parts)).toBe('BR/2026-11-19/manifest-BR-2026-11-19-v2.json');
    expect(manifestNameBy('{date}.{format}', parts)).toBe('2026-11-19.json');
    expect(manifestNameBy('{date}-{report}', parts)).toBe('2026-11-19-manifest.json');
    expect(manifestNameBy('PAYMENTS.{date}', parts)).toBe('PAYMENTS.2026-11-19.json');
    expect(manifestNameBy('{date}-{region}.{report}', parts)).toBe('2026-11-19-BR.manifest.json');
    expect(datapackageNameBy('{date}-{region}.{report}', parts)).toBe('2026-11-19-BR.datapackage.json');
    expect(datapackageNameBy('PAYMENTS.{date}', parts)).toBe('PAYMENTS.2026-11-19-datapackage.json');
    expect(datapackageNameBy(template, parts)).toBe('BR/2026-11-19/datapackage-BR-2026-11-19-v2.json');
    expect(datapackageNameBy('{date}.{format}', parts)).toBe('2026-11-19-datapackage.json');
    expect(datapackageNameBy('{date}', parts)).toBe('2026-11-19-datapackage.json');
    expect(datapackageNameBy('{date}-{report}', parts)).toBe('2026-11-19-datapackage.json');
    expect(datapackageNameBy('{date}/{report}/{region}.{format}', parts)).toBe(
      '2026-11-19/datapackage-BR.json',
    );
  });
});
