import { describe, expect, it } from 'vitest';
import type { FieldKind } from '../../src/contract/field-kind.ts';
import { JsonNumber } from '../../src/contract/json.ts';
import {
  BARE_CALLBACK_PATHS,
  cellValue,
  fieldKind,
  isOfPayer,
  JSON_PARTS,
  namesOfKind,
  PATH_NAMES,
  pathOfKind,
  RECORD_PATHS,
  recordPath,
} from '../../src/contract/record-paths.ts';
import { RULE_CASES } from './rule-cases.ts';

const ENVELOPE = [
  ...['sentAt', 'request', 'request.headers', 'request.body'],
  ...['response', 'response.status', 'response.headers', 'response.body'],
  ...['receivedAt', 'headers', 'body', 'ack', 'verified'],
];

describe('the names of the values of a record', () => {
  it('are the fields that the interface has rules about, and the keys around its messages, each once', () => {
    const ruled = [...new Set(RULE_CASES.map(([field]) => field))];
    expect(RECORD_PATHS.toSorted()).toEqual([...ENVELOPE, ...ruled].sort());
  });

  it('of a callback are also those of its body by itself, which come first', () => {
    const bare = RECORD_PATHS.filter((path) => path.startsWith('body.')).map((path) => path.slice(5));
    expect(BARE_CALLBACK_PATHS).toEqual(bare);
    expect(bare).toEqual(expect.arrayContaining(['orderNo', 'money.amount', 'payer.email']));
    expect(PATH_NAMES).toEqual([...bare, ...RECORD_PATHS]);
    expect(namesOfKind(undefined)).toEqual(PATH_NAMES);
    expect(namesOfKind('callbacks')).toEqual(PATH_NAMES);
  });

  it('of rows of statements and banks are ours', () => {
    expect(namesOfKind('bank')).toEqual(['row_id', 'booked_on', 'currency', 'amount', 'reference']);
    expect(namesOfKind('statement')).toEqual([
      ...['row_id', 'type', 'status', 'order_no', 'trade_no', 'merchant_id', 'sub_merchant_id'],
      ...['payment_method', 'currency', 'gross', 'fee', 'net', 'completed_at', 'settled_on', 'payout_id'],
    ]);
  });

  it('of a payer are known', () => {
    expect(RECORD_PATHS.filter(isOfPayer).toSorted()).toEqual(
      [
        ...['pixAccount', 'name', 'idType', 'idNumber', 'phone', 'email'].map(
          (name) => `request.body.payer.${name}`,
        ),
        ...['name', 'idType', 'idNumber', 'phone', 'email'].map((name) => `body.payer.${name}`),
      ].sort(),
    );
  });

  it('that a store may hold as JSON text are messages, headers and bodies, outer ones first', () => {
    expect(JSON_PARTS).toEqual([
      ...['request', 'response', 'headers', 'body'],
      ...['request.headers', 'request.body', 'response.headers', 'response.body'],
    ]);
  });
});

describe('a path', () => {
  it('is found by each of its names in any letter case, and spelled as the interface does', () => {
    for (const path of RECORD_PATHS) {
      for (const name of [path, path.toLowerCase(), path.toUpperCase()])
        expect(recordPath(name)).toEqual(path.split('.'));
    }
    for (const path of BARE_CALLBACK_PATHS) {
      for (const name of [path, path.toUpperCase()])
        expect(recordPath(name)).toEqual(['body', ...path.split('.')]);
    }
  });

  it.each([
    ['Request.Headers.X-Signature', ['request', 'headers', 'X-Signature']],
    ['request.headers.X.Y', ['request', 'headers', 'X.Y']],
    ['response.headers.Retry-After', ['response', 'headers', 'Retry-After']],
    ['HEADERS.x-signature', ['headers', 'x-signature']],
    ['headers.a', ['headers', 'a']],
    ['response.body.Channel.additionalInfo.Bank', ['response', 'body', 'channel', 'additionalInfo', 'Bank']],
  ])('of a key that the interface leaves open keeps that key as it is spelled: %s', (name, path) => {
    expect(recordPath(name)).toEqual(path);
  });

  it.each([
    '',
    'orderNumber',
    'request.orderNo',
    'request.body.money.value',
    'response.headers.',
    'my.headers.X-TIMESTAMP',
    'body.headers.X-TIMESTAMP',
    'request.body.payer.address',
    'request.headersX-TIMESTAMP',
    'headers.a\nb',
    'statement.gross',
    'gross',
  ])('is none by another name: %j', (name) => {
    expect(recordPath(name)).toBeUndefined();
  });

  it('of a kind of rows is found by the names of that kind alone', () => {
    expect(pathOfKind('statement', 'Gross')).toEqual(['statement', 'gross']);
    expect(pathOfKind('bank', 'BOOKED_ON')).toEqual(['bank', 'booked_on']);
    expect(pathOfKind('bank', 'gross')).toBeUndefined();
    expect(pathOfKind('statement', 'orderNo')).toBeUndefined();
    expect(pathOfKind('statement', 'toString')).toBeUndefined();
    expect(pathOfKind('callbacks', 'orderno')).toEqual(['body', 'orderNo']);
    expect(pathOfKind(undefined, 'gross')).toBeUndefined();
  });
});

describe('the value at a path is read as', () => {
  it.each<[kind: FieldKind, ...paths: string[]]>([
    ['amount', 'request.body.money.amount', 'response.body.money.amount', 'body.money.amount'],
    ['number', 'response.status', 'request.body.expiryPeriod'],
    ['own-time', 'sentAt', 'receivedAt'],
    [
      'service-time',
      'response.body.transactionTime',
      'body.transactionTime',
      'request.headers.X-TIMESTAMP',
      'headers.x-timestamp',
    ],
    [
      'identifier',
      'body.orderNo',
      'body.tradeNo',
      'body.merchantId',
      'request.body.merchant.subMerchantId',
      'response.body.merchant.accountNo',
      'request.headers.x-Partner-Id',
    ],
    [
      'text',
      'body.status',
      'response.body.status',
      'body.money.currency',
      'request.headers.X-TIMESTAMPS',
      'request.headers.X-PARTNER-ID-2',
      'response.statusText',
      'sentAtZone',
      ...['response.status', 'expiryPeriods', 'money.amounts', 'transactionTimes', 'orderNos'].map(
        (key) => `response.body.channel.additionalInfo.${key}`,
      ),
      'response.body.channel.additionalInfo.sentAt',
      'statement',
      'bank.row_id.x',
      'body.gross',
    ],
    ['identifier', 'statement.row_id', 'statement.order_no', 'statement.payout_id', 'bank.reference'],
    ['text', 'statement.currency', 'statement.payment_method', 'bank.currency'],
    ['word', 'statement.type', 'statement.status'],
    ['stated-amount', 'statement.gross', 'statement.fee', 'statement.net', 'bank.amount'],
    ['stated-time', 'statement.completed_at'],
    ['date', 'statement.settled_on', 'bank.booked_on'],
  ])('%s: %s', (kind, ...paths) => {
    for (const path of paths) expect([path, fieldKind(path.split('.'))]).toEqual([path, kind]);
  });
});

describe('a cell', () => {
  it('is a number where the interface wants one and its text is one', () => {
    expect(cellValue(['body', 'money', 'amount'], '150.500')).toEqual(new JsonNumber('150.500'));
    expect(cellValue(['request', 'body', 'expiryPeriod'], '3600')).toEqual(new JsonNumber('3600'));
  });

  it('is else the text that it is', () => {
    expect(cellValue(['body', 'money', 'amount'], '1,5')).toBe('1,5');
    expect(cellValue(['body', 'orderNo'], '123456')).toBe('123456');
    expect(cellValue(['response', 'status'], '200')).toBe('200');
    expect(cellValue(['statement', 'gross'], '150')).toBe('150');
  });
});
