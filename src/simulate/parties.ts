/**
 * The receiver of payments: a merchant, or a merchant with a sub-merchant, and the JSON that names it in each message.
 */
export interface Party {
  readonly merchantId: string;
  readonly subMerchantId: string | undefined;
  /** Three letters at the start of its order numbers. Without them, its order numbers are digits with leading zeros. */
  readonly orderPrefix: string | undefined;
  /** Members of `merchant` in a request, without braces. */
  readonly requestJson: string;
  /** Members of `merchant` in a response, without braces. */
  readonly responseJson: string;
  /** The flat members of a callback. */
  readonly callbackJson: string;
}

interface Merchant {
  readonly id: string;
  readonly name: string;
  readonly accountNo: string;
  readonly orderPrefix?: string;
  /** Percentage of orders for the merchant itself and for each sub-merchant. */
  readonly weights: readonly number[];
  readonly subMerchants: readonly { readonly id: string; readonly name: string }[];
}

const BRAZIL: readonly Merchant[] = [
  {
    id: 'BR1000217',
    name: 'Loja Exemplo',
    accountNo: '9000000217',
    orderPrefix: 'LEX',
    weights: [26, 14, 8],
    subMerchants: [
      { id: 'BR1000217-01', name: 'Loja Exemplo São Bento' },
      { id: 'BR1000217-02', name: 'Loja Exemplo Online' },
    ],
  },
  {
    id: 'BR1000342',
    name: 'Jogos Modelo Ltda',
    accountNo: '9000000342',
    orderPrefix: 'JMD',
    weights: [18, 10, 4],
    subMerchants: [
      { id: 'ARENA', name: 'Arena' },
      { id: 'TORNEIO', name: 'Torneio' },
    ],
  },
  {
    // Leading zeros on purpose, because spreadsheets remove them.
    id: '0010058',
    name: 'Curso Amostra',
    accountNo: '0090000058',
    weights: [12, 5, 3],
    subMerchants: [
      { id: '0001', name: 'Curso Amostra Manhã' },
      { id: '0002', name: 'Curso Amostra Noite' },
    ],
  },
];

const EGYPT: readonly Merchant[] = [
  {
    id: 'EG2000113',
    name: 'Sample Store Cairo',
    accountNo: '9100000113',
    orderPrefix: 'SSC',
    weights: [34, 16, 6],
    subMerchants: [
      { id: 'EG2000113-A', name: 'Sample Store Giza' },
      { id: 'EG2000113-B', name: 'متجر تجريبي' },
    ],
  },
  {
    id: 'EG2000275',
    name: 'Example Tickets',
    accountNo: '9100000275',
    weights: [26, 11, 7],
    subMerchants: [
      { id: '0101', name: 'Example Tickets North' },
      { id: '0102', name: 'Example Tickets South' },
    ],
  },
];

/** A hundred entries in which each party occurs as often as its weight. A draw from 0 to 99 selects one. */
export const PARTIES: { readonly BR: readonly Party[]; readonly EG: readonly Party[] } = {
  BR: BRAZIL.flatMap(partiesOf),
  EG: EGYPT.flatMap(partiesOf),
};

function partiesOf(merchant: Merchant): Party[] {
  return merchant.weights.flatMap((weight, position) => {
    const party = partyOf(merchant, position === 0 ? undefined : merchant.subMerchants[position - 1]);
    return Array.from({ length: weight }, () => party);
  });
}

function partyOf(merchant: Merchant, sub: { readonly id: string; readonly name: string } | undefined): Party {
  const named = { merchantId: merchant.id, merchantName: merchant.name };
  const request = sub === undefined ? named : { ...named, subMerchantId: sub.id, subMerchantName: sub.name };
  const callback = { ...named, subMerchantId: sub?.id ?? '', subMerchantName: sub?.name ?? '' };
  return {
    merchantId: merchant.id,
    subMerchantId: sub?.id,
    orderPrefix: merchant.orderPrefix,
    requestJson: membersOf(request),
    responseJson: membersOf({ ...request, accountNo: merchant.accountNo }),
    callbackJson: membersOf(callback),
  };
}

function membersOf(value: object): string {
  return JSON.stringify(value).slice(1, -1);
}
