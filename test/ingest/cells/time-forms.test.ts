import { describe, expect, it } from 'vitest';
import { dateReader, timeReader } from '../../../src/ingest/cells/time-forms.ts';

describe('the form of times', () => {
  it.each([
    ['dd/MM/yyyy HH:mm', '19/11/2026 10:05', '2026-11-19T10:05:00'],
    ['yyyy-MM-dd HH:mm:ss ZZ', '2026-11-19 10:05:00 +02:00', '2026-11-19T10:05:00+02:00'],
    ['yyyy-MM-dd HH:mm:ss z', '2026-11-19 13:06:12 UTC', '2026-11-19T13:06:12+00:00'],
    ['yyyy-MM-dd HH:mm:ss z', '2026-07-19 13:06:12 America/New_York', '2026-07-19T13:06:12-04:00'],
    ['dd/MM/yyyy HH:mm:ss.u', '19/11/2026 10:05:00.123456', '2026-11-19T10:05:00.123456'],
    ["yyyy-MM-dd'T'HH:mm:ss'Z'", '2026-11-19T10:05:00Z', '2026-11-19T10:05:00Z'],
    ["yyyy-MM-dd'T'HH:mm:ss.SSS'Z'", '2026-11-19T10:05:00.120Z', '2026-11-19T10:05:00.120Z'],
    ["yyyy-MM-dd'T'HH:mm:ss.u'Z'", '2026-11-19T10:05:00.123456Z', '2026-11-19T10:05:00.123456Z'],
    ["dd/MM/yyyy HH:mm 'UTC'", '19/11/2026 10:05 UTC', '2026-11-19T10:05:00+00:00'],
    ["dd/MM/yyyy HH:mm' (GMT)'", '19/11/2026 10:05 (GMT)', '2026-11-19T10:05:00+00:00'],
    ["dd/MM/yyyy HH:mm ZZ 'UTC'", '19/11/2026 10:05 +02:00 UTC', '2026-11-19T10:05:00+02:00'],
    ["'Z' dd/MM/yyyy HH:mm", 'Z 19/11/2026 10:05', '2026-11-19T10:05:00'],
    ["yyyy-MM-dd'T'HH:mm:ssZ", '2026-11-19T10:05:00Z', '2026-11-19T10:05:00Z'],
    ["yyyy-MM-dd'T'HH:mm:ssZZ", '2026-11-19T10:05:00Z', '2026-11-19T10:05:00Z'],
    ["yyyy-MM-dd'T'HH:mm:ss.uZZ", '2026-11-19T10:05:00.12Z', '2026-11-19T10:05:00.120Z'],
    ["yyyy-MM-dd'T'HH:mm:ssZZZ", '2026-11-19T10:05:00Z', '2026-11-19T10:05:00Z'],
    ["yyyy-MM-dd'T'HH:mm:ssZZZ", '2026-11-19T10:05:00-0300', '2026-11-19T10:05:00-03:00'],
    ["dd.MM.yyyy 'um' HH:mm", '19.11.2026 um 10:05', '2026-11-19T10:05:00'],
    ["dd/MM/yyyy 'a' HH:mm", '19/11/2026 a 10:05', '2026-11-19T10:05:00'],
    ['dd/MM/yyyy hh:mm a', '19/11/2026 10:05 م', '2026-11-19T22:05:00'],
  ])('%s reads %s', (form, text, time) => {
    expect(timeReader(form)(text)).toBe(time);
  });
});

describe('the date of a form of times', () => {
  it.each([
    ['dd/MM/yyyy HH:mm:ss', '20/11/2026'],
    ['dd/MM/yyyy hh:mm a', '20/11/2026'],
    ["yyyy-MM-dd'T'HH:mm:ss", '2026-11-20'],
    ['yyyyMMddHHmmss', '20261120'],
    ["dd/MM/yyyy 'às' HH:mm:ss", '20/11/2026'],
    ['dd/MM/yyyy - HH:mm', '20/11/2026'],
    ['HH:mm:ss dd/MM/yyyy', '20/11/2026'],
    ["d 'de' MMMM 'de' yyyy, HH:mm", '20 de November de 2026'],
  ])('%s is read of %s, which has no time of day', (form, text) => {
    expect(dateReader(form)(text)).toBe('2026-11-20T00:00:00');
  });

  it('is not read by a form without a date', () => {
    expect(dateReader('HH:mm')('')).toBeUndefined();
  });
});
